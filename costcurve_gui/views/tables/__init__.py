"""Views that are read as tables."""
