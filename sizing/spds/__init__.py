"""SPD Server: how its domains lie on file systems, what that does to their tables, and the files that say so."""
