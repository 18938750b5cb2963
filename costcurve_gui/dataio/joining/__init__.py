"""Join files about the same cases: models of several files, or labels and scores apart."""
