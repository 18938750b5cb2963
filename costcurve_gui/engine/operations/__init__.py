"""What a threshold means where it is used: one alarm a unit, and so many cases a day."""
