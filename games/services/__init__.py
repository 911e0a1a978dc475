"""The only code that changes matches. Every service is one transaction and refuses with a `Refusal`."""
