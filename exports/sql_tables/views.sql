-- Views that answer common questions: the name, description and query of each.

-- luck_by_player: For each named player, the successes in all rolls of the luck reports, and the expected number.
SELECT side.player, count(*) AS rolls,
    sum(roll.tries) AS dice, sum(roll.made) AS successes,
    sum(roll.tries * roll.chance) AS expected,
    sum(roll.made) - sum(roll.tries * roll.chance) AS luck
  FROM roll
  JOIN side ON side.match = roll.match AND side.side = roll.side
  WHERE roll.tries > 0 AND side.player <> ''
  GROUP BY side.player;

-- luck_by_unit: For each unit of each game, the successes in all rolls of the luck reports, and the expected number.
SELECT unit.match, unit.unit, unit.name, coalesce(nullif(side.player, ''), side.name) AS player,
    count(*) AS rolls, sum(roll.tries) AS dice, sum(roll.made) AS successes,
    sum(roll.tries * roll.chance) AS expected,
    sum(roll.made) - sum(roll.tries * roll.chance) AS luck
  FROM roll
  JOIN unit ON unit.match = roll.match AND unit.unit = roll.unit
  JOIN side ON side.match = unit.match AND side.side = unit.side
  WHERE roll.tries > 0
  GROUP BY unit.match, unit.unit, unit.name, coalesce(nullif(side.player, ''), side.name);

-- who_kills_whom: For each unit, the number of figures that it killed in each other unit.
SELECT casualty.match, killer.unit, killer.name, killer.side, casualty.unit AS killed_unit,
    victim.name AS killed_name, casualty.side AS killed_side, count(*) AS figures
  FROM casualty
  JOIN unit AS killer ON killer.match = casualty.match AND killer.unit = casualty.removed_by_unit
  JOIN unit AS victim ON victim.match = casualty.match AND victim.unit = casualty.unit
  WHERE casualty.how IN ('killed', 'destroyed')
  GROUP BY casualty.match, killer.unit, killer.name, killer.side, casualty.unit, victim.name,
    casualty.side;

-- first_blood: The side that made the first kill of each game, and whether this side won.
SELECT DISTINCT casualty.match, casualty.turn, killer.side,
    coalesce(nullif(side.player, ''), side.name) AS player, side.won
  FROM casualty
  JOIN unit AS killer ON killer.match = casualty.match AND killer.unit = casualty.removed_by_unit
  JOIN side ON side.match = casualty.match AND side.side = killer.side
  JOIN (SELECT casualty.match, min(casualty.version) AS version
      FROM casualty
      JOIN unit AS killer
        ON killer.match = casualty.match AND killer.unit = casualty.removed_by_unit
      WHERE killer.side <> casualty.side AND casualty.how IN ('killed', 'destroyed')
      GROUP BY casualty.match) AS earliest
    ON earliest.match = casualty.match AND earliest.version = casualty.version;

-- minutes_by_turn: How long each turn of each game took, in minutes.
SELECT turn.match, match.ruleset, turn.turn, sum(turn.minutes) AS minutes
  FROM turn
  JOIN match ON match.id = turn.match
  GROUP BY turn.match, match.ruleset, turn.turn;

-- head_to_head: The wins, draws and losses of each player against every other player, in all leagues and campaigns. Results without a game, such as forfeits, do not count.
SELECT one.name AS player, other.name AS opponent, count(*) AS played,
    sum(CASE WHEN game.winner = one.player THEN 1 ELSE 0 END) AS won,
    sum(CASE WHEN game.winner IS NULL THEN 1 ELSE 0 END) AS drawn,
    sum(CASE WHEN game.winner = other.player THEN 1 ELSE 0 END) AS lost, sum(game.vp) AS vp_for,
    sum(game.vp_other) AS vp_against
  FROM (SELECT league, home AS mine, away AS theirs, kind, winner, vp_home AS vp, vp_away AS vp_other
      FROM fixture
      UNION ALL SELECT league, away, home, kind, winner, vp_away, vp_home
      FROM fixture) AS game
  JOIN player AS one ON one.league = game.league AND one.player = game.mine
  JOIN player AS other ON other.league = game.league AND other.player = game.theirs
  WHERE game.kind IN ('played', 'conceded')
  GROUP BY one.name, other.name;

-- standings_by_round: The standings of each league after each round, with names.
SELECT standing.league, league.title, standing.season, standing.after_round, standing.division,
    standing.place, player.name, standing.played, standing.won, standing.drawn, standing.lost,
    standing.byes, standing.vp_for, standing.vp_against, standing.points
  FROM standing
  JOIN league ON league.id = standing.league
  JOIN player ON player.league = standing.league AND player.player = standing.player;
