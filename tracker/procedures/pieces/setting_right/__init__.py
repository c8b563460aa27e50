"""What is set right by hand: each thing that can be, as a line says it and as a form shows it."""
