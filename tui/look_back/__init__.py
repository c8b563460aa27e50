"""The look-back screen, which shows a game's earlier lines and the table after each line."""
