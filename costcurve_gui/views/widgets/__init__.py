"""Small widgets that several panels and dialogs share."""
