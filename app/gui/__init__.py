"""How it looks: the only place that knows Qt."""
