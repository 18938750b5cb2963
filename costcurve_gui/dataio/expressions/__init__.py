"""Expressions over columns, in payoff cells and row filters."""
