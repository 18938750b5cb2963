"""The plots, one module a view."""
