"""The tables of reports and exports, and their registry."""
