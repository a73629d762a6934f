"""What did we find before? Assessments kept in one SQLite file of the user's."""
