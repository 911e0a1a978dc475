"""Addresses of rooms."""

from django.urls import path

from companion.views import hands, room_tables, rooms

urlpatterns = [
    path("room/", rooms.enter, name="enter"),
    path("room/new/", rooms.open_room, name="open_room"),
    path("room/<str:code>/", rooms.room, name="room"),
    path("room/<str:code>/screen/", rooms.room_screen, name="room_screen"),
    path("room/<str:code>/sit/", rooms.sit, name="sit"),
    path("room/<str:code>/take/", rooms.take, name="take"),
    path("matches/<slug:match_id>/room/", room_tables.table, name="table"),
    path("matches/<slug:match_id>/room/order/", room_tables.order, name="order"),
    path("matches/<slug:match_id>/room/agree/", room_tables.agree, name="agree"),
    path("matches/<slug:match_id>/room/start/", room_tables.start, name="start"),
    path("matches/<slug:match_id>/room/code/", room_tables.renew, name="new_code"),
    path("matches/<slug:match_id>/room/again/", room_tables.again, name="again"),
    path("matches/<slug:match_id>/hand/move/", hands.hand, name="hand"),
    path("matches/<slug:match_id>/hand/code/", hands.offer_code, name="hand_code"),
    path("matches/<slug:match_id>/hand/here/", hands.take_here, name="hand_here"),
]
