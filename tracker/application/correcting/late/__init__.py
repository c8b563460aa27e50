"""What is said late: where it belongs, whether what came after fits, and how it is put there."""
