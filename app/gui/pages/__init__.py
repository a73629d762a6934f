"""Pages of the window: machine, benchmark, findings, history, report."""
