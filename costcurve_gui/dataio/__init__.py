"""From files to columns to a Dataset. Knows no Qt."""
