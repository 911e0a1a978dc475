"""The test kit for titles: simulated matches, the laws that all titles keep, fuzzing, and playthroughs."""
