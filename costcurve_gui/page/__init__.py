"""The report on one page, for the person who decides: as HTML, on paper, as a document."""
