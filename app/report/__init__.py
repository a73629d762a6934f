"""The same findings on paper: PDF, plain text and data."""
