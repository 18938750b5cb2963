"""The four plots and the pictures of them; the only folder that draws with pyqtgraph."""
