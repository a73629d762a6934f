"""Thinks: facts in, findings out. No Qt, no files, no clock, no processes."""
