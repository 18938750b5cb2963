"""Wording: sentences, names and numbers as the window shows them."""
