"""View models: the contents of screens, independent of the user interface."""
