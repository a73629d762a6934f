"""Pieces that pages are built of: they draw what they are given and know nothing of the job."""
