"""Points, areas and hulls in ROC space, for counts and for costs alike."""
