"""The permissions of every address of the site, every task and every socket, declared.

One line an address: its name, then the answer to GET and to POST. The first word of an answer is for all people, the
others for the kinds of people that they name. Answers are ``page``, a status, a redirect (``login``,
``keep`` the guest account, ``factor`` for staff without a second one, ``on`` for anywhere else), and ``*`` says that
something was done. ``@private`` lines ask for what only its people may know of; of leagues, which everybody may read,
for what only invited people may enter.
"""

# ruff: noqa: E501 - a table is read by its columns
# Several kinds of people under one name; tests/http/town.py says who they are.
KINDS = {
    "visitor": ("anonymous", "spectator"),
    "sitting": ("seated", "other"),
    "readers": ("staff", "superuser"),
    "moderators": ("moderator", "superuser"),
    "official": ("moderator", "staff", "superuser"),
    "organisers": ("owner", "organiser"),
    "runners": ("owner", "organiser", "helper"),
}

TABLE = """
companion:plays                      | page visitor:login                        | 405
companion:record                     | page visitor:login                        | 422 visitor:login sitting:on*
companion:code                       | page visitor:login                        | on visitor:login
companion:by_code                    | page visitor:login sitting:on             | on* visitor:login sitting:on guest:403 blocked:403 banned:403
companion:files                      | page visitor:login                        | 422 visitor:login
companion:check_file                 | on visitor:login                          | on visitor:login
companion:export_csv                 | page visitor:login                        | 405
companion:export_bgstats             | page visitor:login                        | 405
companion:play                       | 404 sitting:page moderators:page          | 405
companion:correct                    | 404 visitor:login seated:page other:403 moderators:403 | 404 visitor:login seated:on* other:403 moderators:403
companion:confirm                    | 405                                       | 404 visitor:login seated:on other:on*
companion:dispute                    | 405                                       | 404 visitor:login sitting:on*
companion:decide                     | 405                                       | 404 visitor:login sitting:on moderators:on*
companion:delete                     | 405                                       | 404 visitor:login seated:on* other:on
companion:renew_code                 | 405                                       | 404 visitor:login sitting:on*
companion:release                    | 405                                       | 404 visitor:login sitting:on
companion:record_match               | 403 visitor:login sitting:409             | 403 visitor:login sitting:409
companion:match_to_bgstats           | 403 visitor:login sitting:on              | 405
healthz                              | page                                      | 405
manifest                             | page                                      | 405
service_worker                       | page                                      | 405
offline                              | page                                      | 405
design                               | page                                      | 405
admin:index                          | on official:page                          | on official:page
admin:login                          | 403 visitor:login official:on             | 403 visitor:login official:page
admin:auth_user_password_change      | on official:403 superuser:page            | on official:403 superuser:page
admin:logout                         | on official:405                           | on
admin:password_change                | on official:page                          | on official:page
admin:password_change_done           | on official:page                          | on official:405
admin:autocomplete                   | on official:403                           | on official:405
admin:jsi18n                         | on official:page                          | on official:405
admin:view_on_site                   | on official:404                           | on official:404
admin:app_list                       | on moderator:404 readers:page             | on moderator:404 readers:page
admin:admin/(?P<url>.*)$             | on official:404                           | on official:404
account_login                        | on visitor:page guest:keep                | on visitor:page guest:keep
account_logout                       | page visitor:on                           | on
account_inactive                     | page guest:keep                           | 405 guest:keep
account_signup                       | on visitor:page guest:keep                | on visitor:page guest:keep
account_reauthenticate               | page visitor:login guest:keep             | page visitor:login guest:keep
account_email                        | page visitor:login guest:keep             | on visitor:login guest:keep
account_email_verification_sent      | page                                      | 405
account_change_password              | page visitor:login guest:keep             | page visitor:login guest:keep
account_set_password                 | on visitor:login guest:keep               | on visitor:login guest:keep
account_reset_password               | page guest:keep                           | page guest:keep
account_confirm_login_code           | on visitor:login guest:keep               | on visitor:login guest:keep
account_confirm_email                | page                                      | 404
account_reset_password_from_key_done | page guest:keep                           | 405 guest:keep
account_reset_password_from_key      | page guest:keep                           | page guest:keep
account_reset_password_done          | page guest:keep                           | 405 guest:keep
mfa_index                            | page visitor:login guest:keep             | 405 visitor:login guest:keep
mfa_authenticate                     | on visitor:login guest:keep               | on visitor:login guest:keep
mfa_reauthenticate                   | on visitor:login guest:keep official:page | on visitor:login guest:keep official:page
mfa_activate_totp                    | on visitor:login guest:keep               | on visitor:login guest:keep
mfa_deactivate_totp                  | 404 visitor:login guest:keep official:on  | 404 visitor:login guest:keep official:on
mfa_view_recovery_codes              | 404 visitor:login guest:keep              | 405 visitor:login guest:keep
mfa_generate_recovery_codes          | on visitor:login guest:keep               | on visitor:login guest:keep
mfa_download_recovery_codes          | 404 visitor:login guest:keep              | 404 visitor:login guest:keep
mfa_list_webauthn                    | page visitor:login guest:keep             | 405 visitor:login guest:keep
mfa_add_webauthn                     | on visitor:login guest:keep               | on visitor:login guest:keep
mfa_reauthenticate_webauthn          | on visitor:login guest:keep               | on visitor:login guest:keep
mfa_remove_webauthn                  | on visitor:login guest:keep               | on visitor:login guest:keep
mfa_edit_webauthn                    | on visitor:login guest:keep               | on visitor:login guest:keep
mfa_login_webauthn                   | on visitor:login guest:keep               | on visitor:login guest:keep
usersessions_list                    | page visitor:login guest:keep             | on visitor:login guest:keep
set_language                         | on                                        | on* visitor:on
accounts:guest                       | 405                                       | on visitor:on*
accounts:play_now                    | 405                                       | on* banned:on
accounts:keep                        | on visitor:login guest:page               | on visitor:login guest:422
accounts:settings                    | page visitor:login                        | on* visitor:login
accounts:pauses                      | page visitor:login                        | on* visitor:login
accounts:vacation                    | 405 visitor:login                         | on* visitor:login
accounts:end_vacation                | 405 visitor:login                         | 404 visitor:login seated:on*
accounts:renew_addresses             | 405 visitor:login                         | on* visitor:login
accounts:export                      | page visitor:login                        | 405 visitor:login
accounts:delete                      | page visitor:login                        | on* visitor:login
accounts:end_session                 | 405 visitor:login                         | 404 visitor:login seated:on
accounts:profile                     | page                                      | 405
accounts:against                     | page                                      | 405
accounts:block                       | 405 visitor:login                         | on* visitor:login stranger:on
accounts:unblock                     | 405 visitor:login                         | on visitor:login
accounts:friends                     | page visitor:login                        | 405 visitor:login
accounts:people                      | page visitor:login                        | 405 visitor:login
accounts:befriend                    | 405 visitor:login                         | on* visitor:login stranger:on seated:on
accounts:unfriend                    | 405 visitor:login                         | on visitor:login seated:on*
accounts:report                      | page visitor:login stranger:on            | on* visitor:login stranger:on
accounts:moderation                  | 403 visitor:login moderators:page         | 403 visitor:login moderators:405
accounts:moderation_close            | 403 visitor:login moderators:405          | 403 visitor:login moderators:on*
accounts:moderation_ban              | 403 visitor:login moderators:405          | 403 visitor:login moderators:on*
accounts:moderation_unban            | 403 visitor:login moderators:405          | 403 visitor:login moderators:on*
accounts:moderation_suspicions       | 403 visitor:login moderators:page         | 403 visitor:login moderators:405
accounts:moderation_review           | 403 visitor:login moderators:405          | 403 visitor:login moderators:on*
accounts:moderation_find             | 403 visitor:login moderators:on           | 403 visitor:login moderators:405
accounts:moderation_annul            | 403 visitor:login moderators:page         | 403 visitor:login moderators:on*
accounts:moderation_take_down        | 403 visitor:login moderators:page         | 403 visitor:login moderators:on*
accounts:moderation_annul@private    | 403 visitor:login moderators:404          | 403 visitor:login moderators:404
notices:index                        | page visitor:login                        | 405 visitor:login
notices:settings                     | page visitor:login                        | on* visitor:login
notices:snooze                       | 405 visitor:login                         | on* visitor:login
notices:add_webhook                  | 405 visitor:login                         | on* visitor:login guest:on
notices:push                         | 405 visitor:login                         | 422 visitor:login
notices:push_off                     | 405 visitor:login                         | 204 visitor:login
notices:push_changed                 | 405                                       | 404
notices:endpoint                     | 404 visitor:login seated:page             | 405 visitor:login
notices:test                         | 405 visitor:login                         | 404 visitor:login seated:on
notices:switch                       | 405 visitor:login                         | 404 visitor:login seated:on*
notices:remove                       | 405 visitor:login                         | 404 visitor:login seated:on*
notices:of_league                    | 404 visitor:login organisers:page         | 404 visitor:login organisers:on*
notices:desk                         | 404 official:page                         | 405
notices:switch_channel               | 405                                       | 404 official:on*
notices:feed                         | page                                      | 405
notices:bounced                      | 405                                       | 404
notices:unsubscribe                  | page                                      | page*
notices:outbox                       | 404 official:page                         | 405
notices:outbox_mail                  | 404 official:page                         | 405
games:home                           | page                                      | 405
games:next                           | on                                        | 405
games:waiting                        | page                                      | 405
games:theme                          | 405                                       | on* visitor:on
games:coach                          | 405                                       | on* visitor:login
games:credits                        | page                                      | 405
games:rules                          | page                                      | 405
games:rules_of                       | page                                      | 405
games:watch                          | page                                      | 405
games:archive                        | page                                      | 405
games:lobby                          | page                                      | 405
games:new_table                      | page visitor:login                        | on* visitor:login banned:422
games:play_bot                       | page                                      | on* visitor:login banned:422
games:match                          | page                                      | 405
games:match@private                  | 404 sitting:page spectator:page           | 405
games:join                           | 405                                       | on* visitor:login sitting:on blocked:on banned:on
games:join@private                   | 405                                       | 404 visitor:login seated:on other:on*
games:nonce                          | 405                                       | on visitor:login sitting:on*
games:nonce@private                  | 405                                       | 404 visitor:login seated:on* other:on
games:leave                          | 405                                       | on visitor:login sitting:on*
games:leave@private                  | 405                                       | 404 visitor:login seated:on* other:on
games:start                          | 405                                       | on visitor:login
games:start@private                  | 405                                       | 404 visitor:login sitting:on
games:close                          | 405                                       | on visitor:login seated:on*
games:close@private                  | 405                                       | 404 visitor:login seated:on* other:on
games:invite                         | 405                                       | on visitor:login seated:on*
games:invite@private                 | 405                                       | 404 visitor:login seated:on* other:on
games:renew_link                     | 405                                       | 404 visitor:login seated:on
games:renew_link@private             | 405                                       | 404 visitor:login seated:on*
games:add_bot                        | 405                                       | on visitor:login seated:on*
games:add_bot@private                | 405                                       | 404 visitor:login seated:on* other:on
games:remove_bot                     | 405                                       | on visitor:login seated:on*
games:remove_bot@private             | 405                                       | 404 visitor:login sitting:on
games:rematch                        | 405                                       | on visitor:login sitting:on*
games:move                           | 405                                       | 403 visitor:login sitting:409
games:move@private                   | 405                                       | 404 spectator:login sitting:409
games:resign                         | 403 visitor:login sitting:page            | 403 visitor:login sitting:on*
games:resign@private                 | 404 sitting:page spectator:login          | 404 sitting:on* spectator:login
games:ending                         | 405                                       | 403 visitor:login sitting:on*
games:ending@private                 | 405                                       | 404 sitting:on* spectator:login
games:mute                           | 405                                       | 403 visitor:login sitting:on*
games:mute@private                   | 405                                       | 404 sitting:on* spectator:login
games:back                           | 405                                       | 403 visitor:login sitting:on
games:back@private                   | 405                                       | 404 sitting:on spectator:login
games:standing                       | on visitor:login sitting:page              | 403 visitor:login sitting:on*
games:standing@private               | 404 sitting:page spectator:login          | 404 sitting:on* spectator:login
games:notes                          | page visitor:login                        | on* visitor:login
games:notes@private                  | 404 sitting:page spectator:login          | 404 sitting:on* spectator:login
games:rev                            | page                                      | 405
games:rev@private                    | 404 sitting:page spectator:page           | 405
games:screen                         | page                                      | 405
games:screen@private                 | 404 sitting:page spectator:page           | 405
games:hand                           | on sitting:page                           | 405
games:hand@private                   | 404 sitting:page spectator:on             | 405
games:history                        | page                                      | 405
games:history@private                | 404 sitting:page spectator:page           | 405
games:record                         | page                                      | 405
games:record@private                 | 404 sitting:page spectator:page           | 405
games:proof                          | page                                      | 405
games:proof@private                  | 404 sitting:page spectator:page           | 405
companion:enter                      | page                                      | on
companion:open_room                  | page                                      | on* banned:403
companion:room                       | page sitting:on                           | 405
companion:room_screen                | on                                        | 405
companion:sit                        | 405                                       | on* sitting:on blocked:on banned:on
companion:take                       | 405                                       | 404
companion:table                      | 404 sitting:page spectator:page           | 405
companion:order                      | 405                                       | 404 visitor:login seated:on* other:on
companion:agree                      | 405                                       | 404 visitor:login sitting:on*
companion:start                      | 405                                       | 404 visitor:login sitting:on
companion:new_code                   | 405                                       | 404 visitor:login seated:on* other:on
companion:again                      | 405                                       | on visitor:login sitting:on*
companion:hand                       | 404 sitting:page spectator:on             | 405
companion:hand_code                  | 405                                       | 404 visitor:login sitting:on
companion:hand_here                  | 405                                       | 404 visitor:login sitting:on*
ratings:index                        | page                                      | 405
ratings:how                          | page                                      | 405
ratings:dumps                        | page                                      | 405
ratings:dump                         | 404                                       | 405
ratings:script                       | page                                      | 405
ratings:board                        | page                                      | 405
ratings:json                         | page                                      | 405
ratings:match                        | page                                      | 405
ratings:match@private                | 404 sitting:page spectator:page           | 405
leagues:index                        | page                                      | 405
leagues:new                          | page visitor:login                        | on* visitor:login guest:422 banned:422
leagues:calendar                     | page                                      | 405
leagues:league                       | page                                      | 405
leagues:season                       | page                                      | 405
leagues:matches                      | page                                      | 405
leagues:matches_of                   | page                                      | 405
leagues:cross                        | page                                      | 405
leagues:cross_of                     | page                                      | 405
leagues:embed                        | page                                      | 405
leagues:embed_of                     | page                                      | 405
leagues:hall                         | page                                      | 405
leagues:rules                        | page                                      | 405
leagues:rules_of                     | page                                      | 405
leagues:timetable                    | page                                      | 405
leagues:timetable_of                 | page                                      | 405
leagues:people                       | page                                      | 405
leagues:people_of                    | page                                      | 405
leagues:log                          | page                                      | 405
leagues:log_of                       | page                                      | 405
leagues:json                         | page                                      | 405
leagues:json_of                      | page                                      | 405
leagues:csv                          | page                                      | 405
leagues:csv_of                       | page                                      | 405
leagues:rev                          | page                                      | 405
leagues:atom                         | page                                      | 405
leagues:sign_up                      | 405                                       | on* visitor:login guest:on banned:on
leagues:sign_up_of                   | 405                                       | on* visitor:login guest:on banned:on
leagues:sign_up@private              | 405                                       | on visitor:login runners:on* seated:on*
leagues:leave                        | 405                                       | on visitor:login sitting:on*
leagues:leave_of                     | 405                                       | on visitor:login sitting:on*
leagues:returns                      | 405                                       | on visitor:login sitting:on*
leagues:returns_of                   | 405                                       | on visitor:login sitting:on*
leagues:join_bench                   | 405                                       | on* visitor:login guest:on stranger:on banned:on
leagues:join_bench_of                | 405                                       | on* visitor:login guest:on stranger:on banned:on
leagues:leave_bench                  | 405                                       | on visitor:login stranger:on*
leagues:leave_bench_of               | 405                                       | on visitor:login stranger:on*
leagues:requests                     | 403 sitting:page                          | 405
leagues:requests_of                  | 403 sitting:page                          | 405
leagues:ask                          | 405                                       | on visitor:login seated:on*
leagues:ask_of                       | 405                                       | on visitor:login seated:on*
leagues:table_result                 | 403 seated:page organisers:page           | 405
leagues:record_table                 | 405                                       | on visitor:login seated:on* organisers:on*
leagues:offer_table                  | 405                                       | on visitor:login seated:on*
leagues:withdraw_table               | 405                                       | on visitor:login sitting:on* organisers:on*
leagues:take_back                    | 405                                       | 404 visitor:login seated:on*
leagues:accept_offer                 | 405                                       | 404 visitor:login stranger:on*
leagues:decline_offer                | 405                                       | on visitor:login stranger:on*
leagues:answer_role                  | 405                                       | 404 visitor:login stranger:on*
leagues:challenge                    | 405                                       | on visitor:login organiser:on*
leagues:answer_challenge             | 405                                       | 404 visitor:login seated:on*
leagues:organise                     | 403 runners:page                          | 405
leagues:change                       | 404 visitor:login organisers:page         | 404 visitor:login organisers:on*
leagues:answer_entry                 | 405                                       | on visitor:login runners:on*
leagues:person                       | 403 organisers:page                       | 405
leagues:take_out                     | 405                                       | on visitor:login organisers:on*
leagues:answer_request               | 405                                       | on visitor:login organisers:on*
leagues:change_step                  | 405                                       | on visitor:login organisers:on*
leagues:find_match                   | 403 organisers:on                         | 405
leagues:decide_match                 | 403 organisers:page                       | 405
leagues:correct                      | 405                                       | on visitor:login organisers:on*
leagues:settle                       | 405                                       | on visitor:login organisers:on*
leagues:extend_match                 | 405                                       | on visitor:login organisers:on*
leagues:extend_all                   | 405                                       | on visitor:login organisers:on*
leagues:role                         | 405                                       | on visitor:login owner:on*
leagues:invite                       | 405                                       | on visitor:login runners:on*
leagues:uninvite                     | 405                                       | on visitor:login runners:on*
leagues:lift_card                    | 405                                       | on visitor:login organisers:on*
leagues:undo                         | 405                                       | on visitor:login organisers:on*
leagues:announce                     | 405                                       | on visitor:login organisers:on*
leagues:cancel                       | 405                                       | on visitor:login organisers:on*
leagues:close                        | 405                                       | on visitor:login owner:on*
leagues:reopen                       | 405                                       | on visitor:login owner:on*
"""

# What any site may show in a frame: pages that are the same for everybody, and hold nothing to press.
FRAMED = {"leagues:embed", "leagues:embed_of"}

# Staff look at these with the permission to, and change none of them here.
ADMIN_MODELS = (
    "auth_group",
    "accounts_user",
    "accounts_report",
    "accounts_moderationact",
    "games_match",
    "games_invitation",
    "games_botfailure",
    "games_breakglass",
    "account_emailaddress",
    "mfa_authenticator",
    "usersessions_usersession",
)
ADMIN_PAGES = """
changelist | on moderator:403 readers:page | on moderator:403 readers:page
history    | on moderator:403 readers:page | on moderator:403 readers:page
change     | on moderator:403 readers:page | on moderator:403 readers:403
add        | on moderator:403 readers:403  | on moderator:403 readers:403
delete     | on moderator:403 readers:403  | on moderator:403 readers:403
"""
# What the superuser, who has the machine anyway, may do to accounts; matches and what was reported stay closed to all.
SUPERUSER_MAY = {
    "auth_group": ("change", "add", "delete"),
    "accounts_user": ("change", "add", "delete"),
    "account_emailaddress": ("change", "add", "delete"),
    "mfa_authenticator": ("delete",),
}
ADMIN_OLD_ADDRESS = "| on | on"  # of a row, from before Django had pages for its history

# Tasks have no caller to check: ids and a ply are all they take, and the rows decide what is to be done.
TASKS = {
    "games.tasks.advance": "the services, after a commit; the sweep",
    "games.tasks.announce_due": "the services, some seconds after a commit",
    "games.tasks.prune_receipts": "beat",
    "games.tasks.renew_statistics": "beat",
    "games.tasks.sweep": "beat",
    "games.tasks.expire_tables": "beat",
    "companion.tasks.prune": "beat",
    "companion.tasks.sweep": "the services, after a commit; beat",
    "leagues.tasks.sweep": "beat",
    "leagues.tasks.fill_seats": "beat",
    "leagues.tasks.rate": "what records a result; beat",
    "leagues.tasks.publish_dumps": "beat",
    "leagues.tasks.find_flags": "beat",
    "masques_site.notices.tasks.sweep": "beat",
    "masques_site.notices.tasks.sweep_others": "beat",
    "masques_site.notices.tasks.deliver_due": "beat",
    "masques_site.notices.tasks.deliver": "deliver_due, for a channel",
    "masques_site.notices.tasks.look_through_all": "beat",
    "masques_site.notices.tasks.prune": "beat",
    "masques_site.notices.tasks.prune_outbox": "beat",
    "masques_site.accounts.tasks.prune_attempts": "beat",
    "masques_site.accounts.tasks.prune_visits": "beat",
    "masques_site.accounts.tasks.sweep": "beat",
    "masques_site.accounts.tasks.apply_pauses": "beat",
}

# Sockets take no commands; what the site may send to one: the handlers of its group messages.
SOCKET_HANDLERS = {
    "season_hint": "leagues.live, after a commit",
    "match_hint": "games.live, after a commit",
    "person_check": "games.live, when somebody's rights have changed",
    "person_news": "games.live, after a commit",
}
SOCKETS = """
live/                                 | open visitor:closed
live/matches/<slug:match_id>/         | open banned:closed
live/matches/<slug:match_id>/@private | closed seated:open other:open spectator:open
live/leagues/<slug:slug>/<int:number>/ | open
"""
