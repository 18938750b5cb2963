"""The tools of all plots; nothing else imports pyqtgraph."""
