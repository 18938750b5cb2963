"""Policies that are saved, applied to new rows, printed as code and estimated anew."""
