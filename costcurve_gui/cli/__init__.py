"""The same engine and the same pictures without a window."""
