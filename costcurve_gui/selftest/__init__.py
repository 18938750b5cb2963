"""`--self-test`: whether this copy of the program has everything it needs and counts right."""
