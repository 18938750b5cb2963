"""What the program is made of, and which build of it this is."""
