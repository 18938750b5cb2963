"""Costs: the payoff matrix, the condition, and cost space."""
