"""All tables of version 0.9. It replaces the 11 migrations before the first release: a database in which all of them
have run is accepted as it is."""

import django.contrib.auth.models
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import games.clock
import masques_site.accounts.usernames
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_keys_by_unicodes_table'),
        ('accounts', '0003_pauses'),
        ('accounts', '0004_moderation_of_matches'),
        ('accounts', '0005_friends'),
        ('accounts', '0006_clear_boards'),
        ('accounts', '0007_addresses_and_attempts'),
        ('accounts', '0008_names_side_by_side'),
        ('accounts', '0009_answers_names_and_going_on'),
        ('accounts', '0010_search_keys'),
        ('accounts', '0011_show_presence'),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'This name is already taken.'}, help_text='The name others see: 3 to 24 letters and digits, with letters from one script only.', max_length=30, unique=True, validators=[masques_site.accounts.usernames.validate_username], verbose_name='name')),
                ('name_key', models.CharField(editable=False, error_messages={'unique': 'This name, or one that looks the same, is already taken.'}, max_length=120, unique=True)),
                ('search_key', models.CharField(db_index=True, default='', editable=False, max_length=120)),
                ('is_guest', models.BooleanField(default=False)),
                ('is_demo', models.BooleanField(default=False)),
                ('last_seen_at', models.DateTimeField(blank=True, null=True)),
                ('timezone', models.CharField(default='UTC', max_length=64, verbose_name='time zone')),
                ('language', models.CharField(blank=True, default='', max_length=10, verbose_name='language')),
                ('theme', models.CharField(choices=[('auto', 'Same as my device'), ('light', 'Light: paper by day'), ('dark', 'Dark: a Venetian night')], default='auto', max_length=8, verbose_name='colours')),
                ('clear_boards', models.BooleanField(default=False, help_text='Adds letters and patterns to the colours, for all kinds of colour vision.', verbose_name='board colours that are easier to tell apart')),
                ('confirm_moves', models.BooleanField(default=True, help_text='If off, the last click of a move sends it immediately.', verbose_name='ask me to confirm each move')),
                ('goes_on', models.BooleanField(default=False, help_text='After your move, the next match that’s waiting for you opens.', verbose_name='go to the next match automatically')),
                ('show_presence', models.BooleanField(default=True, help_text='If off, others can’t see when you have a match open.', verbose_name='show others when I’m at the table')),
                ('mail_notices', models.BooleanField(default=True, verbose_name='e-mail me when it’s my turn')),
                ('automatic_vacation', models.BooleanField(default=False, verbose_name='take a vacation day before my time runs out')),
                ('pauses_changed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('address_key', models.CharField(blank=True, default='', editable=False, max_length=16)),
                ('banned_at', models.DateTimeField(blank=True, null=True)),
                ('ban_reason', models.CharField(blank=True, default='', max_length=500)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'permissions': [('moderate', 'Can read reports, ban and unban people, and annul matches')],
                'abstract': False,
                'indexes': [models.Index(condition=models.Q(('pauses_changed_at__isnull', False)), fields=['pauses_changed_at'], name='accounts_user_pauses')],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='accounts_user_email_once')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.CharField(max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('url', models.CharField(blank=True, default='', max_length=500)),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['digest'], name='accounts_attempt_digest'), models.Index(fields=['at'], name='accounts_attempt_age')],
                'constraints': [models.UniqueConstraint(fields=('person', 'digest'), name='accounts_attempt_once')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                ('blocker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('blocker', 'blocked'), name='accounts_block_once'), models.CheckConstraint(condition=models.Q(('blocker', models.F('blocked')), _negated=True), name='accounts_block_another')],
            },
        ),
        migrations.CreateModel(
            name='Friend',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('friend', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friend_of', to=settings.AUTH_USER_MODEL)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friends', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('owner', 'friend'), name='accounts_friend_once'), models.CheckConstraint(condition=models.Q(('owner', models.F('friend')), _negated=True), name='accounts_friend_another')],
            },
        ),
        migrations.CreateModel(
            name='ModerationAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person_name', models.CharField(max_length=30)),
                ('kind', models.CharField(choices=[('ban', 'banned'), ('unban', 'lifted the ban on'), ('close', 'closed a report'), ('review', 'reviewed a suspicion'), ('annul', 'annulled a match'), ('takedown', 'took down a league')], max_length=8)),
                ('note', models.CharField(blank=True, default='', max_length=2000)),
                ('at', models.DateTimeField(default=games.clock.now)),
                ('moderator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='moderation_acts', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='moderation_received', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at'],
            },
        ),
        migrations.CreateModel(
            name='NightWindow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('zone', models.CharField(max_length=64)),
                ('night_begin', models.PositiveSmallIntegerField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='night_windows', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['since'],
                'constraints': [models.UniqueConstraint(fields=('user', 'since'), name='accounts_night_once'), models.CheckConstraint(condition=models.Q(('night_begin__isnull', True), ('night_begin__lt', 24), _connector='OR'), name='accounts_night_hour')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reported_name', models.CharField(max_length=30)),
                ('reason', models.CharField(choices=[('abuse', 'Insults, threats or hate'), ('cheating', 'Cheating or colluding with another player'), ('stalling', 'Stalling or leaving matches on purpose'), ('name', 'An offensive or misleading name'), ('other', 'Something else')], max_length=12, verbose_name='what’s it about?')),
                ('text', models.TextField(max_length=2000, verbose_name='what happened?')),
                ('match_id', models.CharField(blank=True, default='', max_length=12, verbose_name='in which match?')),
                ('created_at', models.DateTimeField(default=games.clock.now)),
                ('closed_at', models.DateTimeField(null=True)),
                ('note', models.TextField(blank=True, default='', max_length=2000, verbose_name='note')),
                ('answer', models.TextField(blank=True, default='', max_length=2000)),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_closed', to=settings.AUTH_USER_MODEL)),
                ('reported', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_received', to=settings.AUTH_USER_MODEL)),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['created_at'],
                'indexes': [models.Index(condition=models.Q(('closed_at', None)), fields=['created_at'], name='accounts_report_open')],
            },
        ),
        migrations.CreateModel(
            name='RetiredName',
            fields=[
                ('fingerprint', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('retired_at', models.DateTimeField(default=games.clock.now)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='retired_names', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begin', models.DateTimeField()),
                ('end', models.DateTimeField()),
                ('days', models.PositiveSmallIntegerField()),
                ('zone', models.CharField(max_length=64)),
                ('is_automatic', models.BooleanField(default=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['begin'],
                'constraints': [models.UniqueConstraint(fields=('user', 'begin'), name='accounts_vacation_once'), models.CheckConstraint(condition=models.Q(('begin__lt', models.F('end')), ('days__gt', 0)), name='accounts_vacation_has_days')],
            },
        ),
    ]
