"""The screens of Warledger in the terminal."""
