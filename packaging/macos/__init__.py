"""The application bundle and the disk image for macOS."""
