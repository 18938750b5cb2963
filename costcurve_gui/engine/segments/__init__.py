"""Groups of cases, such as regions: one threshold for all of them, or each its own."""
