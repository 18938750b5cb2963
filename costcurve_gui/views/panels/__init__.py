"""The panels of the window: data and models, payoffs, decision."""
