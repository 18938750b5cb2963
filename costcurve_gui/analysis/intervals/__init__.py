"""Requests for intervals, and the jobs that resample them."""
