"""Widgets: they show what they are given and report what the user wants."""
