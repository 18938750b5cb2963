"""The front door for notebooks and scripts: `compare`, and what it returns."""
