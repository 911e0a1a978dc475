"""What every test may rely on."""

pytest_plugins = ["tests.lantern.plugin"]
