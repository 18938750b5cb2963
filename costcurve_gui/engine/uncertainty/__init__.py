"""Uncertain conditions: beliefs, what follows for the models, what knowing is worth."""
