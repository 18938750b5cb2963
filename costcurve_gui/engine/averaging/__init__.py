"""Averages of several curves of one model, such as those of its cross-validation folds."""
