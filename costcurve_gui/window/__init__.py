"""Builds the program and wires it."""
