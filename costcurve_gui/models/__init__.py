"""What the program holds between events: state, history, results, settings. QtCore at most."""
