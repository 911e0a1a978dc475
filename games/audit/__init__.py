"""Looking after stored matches: is every stored fact as the site wrote it, does the log replay, do the caches agree?"""

from games.audit.faults import faults_of as faults_of
