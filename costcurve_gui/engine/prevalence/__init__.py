"""The share of positives among cases without labels, from their scores."""
