"""Programs that stand by themselves: they import nothing of this project, and are given away."""
