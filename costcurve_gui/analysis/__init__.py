"""Curves, snapshots and tables from settings and data, without Qt."""
