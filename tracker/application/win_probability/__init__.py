"""Each side's chance to win at the lines of a game: games played on by chance from there."""
