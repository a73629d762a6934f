"""How fast is it? Runs a plan with one process a worker and hands back what they counted."""
