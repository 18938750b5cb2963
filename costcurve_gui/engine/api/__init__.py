"""The public names of the engine, by subject."""
