"""What is done in each phase of Trial Assault."""
