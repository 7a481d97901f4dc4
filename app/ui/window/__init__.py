"""The window itself: frame, header, welcome, tray, the small window for one question."""
