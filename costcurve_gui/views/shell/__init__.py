"""The main window and what surrounds panels and plots."""
