"""The present settings with undo, preferences and published results."""
