"""One reader a file format, and the registry that picks it."""
