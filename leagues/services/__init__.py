"""The only code that changes leagues: one transaction for each verb."""
