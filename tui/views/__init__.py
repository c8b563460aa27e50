"""The contents of screens, computed independently of any screen."""
