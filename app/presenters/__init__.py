"""What each page says, in words and numbers, without Qt: window and command line show the same."""
