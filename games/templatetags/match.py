"""What the pages of a match print."""

from django import template

from games.templatetags import frame

register = template.Library()
register.filter("in_words", frame.in_words)
