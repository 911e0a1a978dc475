"""Addresses of the leagues. Without a number an address means the newest season."""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from leagues.views import actions, calendar, decide, exports, organise, pages, table_results

app_name = "leagues"


def _of_season(part: str, view: Callable[..., HttpResponseBase], name: str) -> list[URLPattern]:
    """Return an address in the newest season, and the same in any other."""
    return [
        path(f"<slug:slug>/{part}", view, name=name),
        path(f"<slug:slug>/<int:number>/{part}", view, name=f"{name}_of"),
    ]


TABLE = "<slug:slug>/<int:number>/matches/<int:fixture>/table/"

urlpatterns = [
    path("", pages.index, name="index"),
    path("new/", organise.new, name="new"),
    path("calendar/<str:token>.ics", calendar.calendar, name="calendar"),
    path("<slug:slug>/", pages.season, name="league"),
    path("<slug:slug>/<int:number>/", pages.season, name="season"),
    *_of_season("matches/", pages.matches, "matches"),
    *_of_season("cross/", pages.cross, "cross"),
    *_of_season("embed/", pages.embed, "embed"),
    path("<slug:slug>/hall/", pages.hall, name="hall"),
    *_of_season("timetable/", pages.timetable, "timetable"),
    *_of_season("rules/", pages.rules, "rules"),
    *_of_season("people/", pages.people, "people"),
    *_of_season("log/", pages.log, "log"),
    *_of_season("season.json", exports.as_json, "json"),
    *_of_season("season.csv", exports.as_csv, "csv"),
    path("<slug:slug>/<int:number>/rev/", pages.rev, name="rev"),
    path("<slug:slug>/log.atom", exports.log_feed, name="atom"),
    *_of_season("sign-up/", actions.sign_up, "sign_up"),
    *_of_season("leave/", actions.leave, "leave"),
    *_of_season("returns/", actions.returns, "returns"),
    *_of_season("bench/", actions.join_substitutes, "join_bench"),
    *_of_season("bench/leave/", actions.leave_substitutes, "leave_bench"),
    *_of_season("requests/", pages.requests, "requests"),
    *_of_season("ask/", actions.ask, "ask"),
    path("<slug:slug>/<int:number>/matches/<int:fixture>/table/", table_results.page, name="table_result"),
    path("<slug:slug>/<int:number>/matches/<int:fixture>/table/record/", table_results.record, name="record_table"),
    path("<slug:slug>/<int:number>/matches/<int:fixture>/table/offer/", table_results.offer, name="offer_table"),
    path(
        "<slug:slug>/<int:number>/matches/<int:fixture>/table/withdraw/", table_results.withdraw, name="withdraw_table"
    ),
    path("<slug:slug>/requests/<int:request_id>/take-back/", actions.take_back, name="take_back"),
    path("<slug:slug>/offers/<int:offer_id>/accept/", actions.accept_offer, name="accept_offer"),
    path("<slug:slug>/offers/<int:offer_id>/decline/", actions.decline_offer, name="decline_offer"),
    path("<slug:slug>/roles/<int:offer_id>/", actions.answer_role, name="answer_role"),
    path("<slug:slug>/challenge/<int:entry_id>/", actions.challenge, name="challenge"),
    path("<slug:slug>/challenges/<int:challenge_id>/", actions.answer_challenge, name="answer_challenge"),
    path("<slug:slug>/organise/", organise.organise, name="organise"),
    path("<slug:slug>/organise/rules/", organise.change, name="change"),
    path("<slug:slug>/<int:number>/organise/entries/<int:entry_id>/", decide.answer_entry, name="answer_entry"),
    path("<slug:slug>/<int:number>/organise/people/<int:entry_id>/", decide.person, name="person"),
    path("<slug:slug>/<int:number>/organise/people/<int:entry_id>/take-out/", decide.take_out, name="take_out"),
    path("<slug:slug>/<int:number>/organise/requests/<int:request_id>/", decide.answer_request, name="answer_request"),
    path("<slug:slug>/<int:number>/organise/timetable/", decide.change_step, name="change_step"),
    path("<slug:slug>/<int:number>/organise/matches/", decide.find_match, name="find_match"),
    path("<slug:slug>/<int:number>/organise/matches/<int:fixture>/", decide.match, name="decide_match"),
    path("<slug:slug>/<int:number>/organise/matches/<int:fixture>/result/", decide.correct, name="correct"),
    path("<slug:slug>/<int:number>/organise/matches/<int:fixture>/decision/", decide.settle, name="settle"),
    path("<slug:slug>/<int:number>/organise/matches/<int:fixture>/time/", decide.extend_match, name="extend_match"),
    path("<slug:slug>/<int:number>/organise/time/", decide.extend_all, name="extend_all"),
    path("<slug:slug>/organise/roles/", organise.role, name="role"),
    path("<slug:slug>/organise/invite/", organise.invite, name="invite"),
    path("<slug:slug>/organise/invite/take-back/", organise.uninvite, name="uninvite"),
    path("<slug:slug>/<int:number>/organise/cards/<int:card_id>/lift/", decide.lift_card, name="lift_card"),
    path("<slug:slug>/<int:number>/organise/undo/<int:line_id>/", decide.take_back, name="undo"),
    path("<slug:slug>/<int:number>/organise/announce/", organise.announce, name="announce"),
    path("<slug:slug>/<int:number>/organise/cancel/", decide.cancel, name="cancel"),
    path("<slug:slug>/<int:number>/organise/close/", organise.close, name="close"),
    path("<slug:slug>/<int:number>/organise/reopen/", organise.reopen, name="reopen"),
]
