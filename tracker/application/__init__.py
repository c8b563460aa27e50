"""What people can do with matches, forces and campaigns: the only writer."""
