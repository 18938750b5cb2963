"""The CSV files of a report, a module each: columns in the order of the contract."""
