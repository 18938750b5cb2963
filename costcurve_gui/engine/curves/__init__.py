"""Curves that are neither ROC nor cost space: profit, and what comes beside it."""
