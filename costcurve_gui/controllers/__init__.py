"""From an intent of the user to a new state and new results."""
