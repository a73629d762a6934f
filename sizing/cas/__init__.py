"""CAS: in which format, over which path and on which storage its tables load and save, how fast and at what cost."""
