"""What was said wrongly or late, entered anew; what was played wrong, set right from now on."""
