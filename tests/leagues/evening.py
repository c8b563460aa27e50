"""A winter league of ten players after four rounds, with twenty results worked out by hand.

Four sets of games would give the published table, and this is one of them. Its margins also give
the published VP differences, and the places after round 3.
"""

from tests.leagues.figures import played
from tracker.leagues.results.standings_input_types import EnrolledPlayer, LotOrder, PlayerId, Result

NAMES = ["Priya", "Hugo", "Gwen", "Dario", "Anna", "Ines", "Erik", "Bram", "Farid", "Chloé"]
PLAYERS = [EnrolledPlayer(PlayerId(name), name, dropped=name == "Dario") for name in NAMES]
# After round 3 Priya and Dario were level in everything, and lots were drawn.
LOTS = [LotOrder((PlayerId("Priya"), PlayerId("Dario")), round=3)]
GAMES = """
    Anna 15 Hugo 4 · Chloé 12 Ines 10 · Gwen 6 Bram 8 · Farid 9 Priya 6 · Erik 17 Dario 3
    Bram 2 Anna 13 · Erik 0 Chloé 14 · Gwen 9 Dario 1 · Farid 8 Hugo 5 · Ines 20 Priya 1
    Anna 15 Chloé 11 · Gwen 7 Erik 6 · Farid 3 Bram 11 · Dario 2 Ines 11 · Priya 1 Hugo 10
    Anna 4 Farid 9 · Bram 1 Chloé 6 · Gwen 10 Ines 7 · Erik 5 Hugo 11 · Dario 5 Priya 11
"""


def results() -> list[Result]:
    games = []
    for number, line in enumerate(GAMES.strip().splitlines(), 1):
        for game in line.split("·"):
            home, hosts, away, guests = game.split()
            games.append(played(number, home, away, (int(hosts), int(guests))))
    return games
