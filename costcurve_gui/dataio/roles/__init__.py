"""Which part every column of a file plays: as named by a user, or proposed."""
