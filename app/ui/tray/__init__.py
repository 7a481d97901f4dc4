"""What Hearth tells the user while its window is not looked at, and the icon in the tray."""
