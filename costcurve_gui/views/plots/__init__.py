"""Everything that draws with pyqtgraph."""
