"""Work off the GUI thread: jobs, progress, cancellation."""
