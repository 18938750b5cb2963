"""How sure: intervals and tests."""
