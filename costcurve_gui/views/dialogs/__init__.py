"""Dialogs: window-modal, opened without blocking, every answer a signal."""
