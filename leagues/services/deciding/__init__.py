"""What members ask and organisers decide."""
