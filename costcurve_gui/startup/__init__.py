"""What is set up before and around the window: logs, faults, display, terminal, Qt."""
