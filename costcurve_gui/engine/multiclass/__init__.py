"""More than two classes: one against all others, and every pair of classes."""
