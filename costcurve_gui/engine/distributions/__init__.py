"""The distribution functions that intervals, beliefs and tests stand on."""
