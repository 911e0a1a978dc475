"""Whole seasons of leagues on the real processes: people sign up, play and leave by the site's forms while workers and
beats are killed, and what the site publishes is checked afterwards.

`shows` are the seasons that can be held, `forms` and `people` use the site as a browser does, `runner` runs a season,
`inside` reads what the pages do not say, `checks` judges, `recompute` computes the standings once more.
"""
