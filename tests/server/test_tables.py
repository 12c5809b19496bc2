"""Setting tables, taking seats, and who may do what."""

from .service import BOT, ME, OPEN, Caller, whole_moves


def test_a_table_is_set_joined_and_started(caller: Caller) -> None:
    table = caller.table({"kind": "me", "name": "Anna"}, OPEN)
    assert table.do("start", seat=None).status_code == 409, "a seat is free"
    refused = caller.post(f"/api/tables/{table.id}/join", {"name": "Bo", "invite": "wrong"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
    joined = caller.post(f"/api/tables/{table.id}/join", {"name": "Bo", "invite": table.invite})
    assert joined.status_code == 200
    table.tokens[joined.json()["seat"]] = joined.json()["token"]
    table.start()
    seats = table.state()["table"]["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [("person", "Anna"), ("person", "Bo")]
    assert table.state(1)["seat"] == 1
    assert table.state()["seat"] is None


def test_two_cannot_have_one_name_or_one_seat(caller: Caller) -> None:
    table = caller.table({"kind": "me", "name": "Anna"}, OPEN, OPEN)
    address = f"/api/tables/{table.id}/join"
    assert caller.post(address, {"name": "Anna", "invite": table.invite}).json()["error"]["code"] == "name_taken"
    assert caller.post(address, {"name": "Bo", "invite": table.invite, "seat": 0}).status_code == 409
    assert caller.post(address, {"name": "Bo:", "invite": table.invite}).status_code == 422
    assert caller.post(address, {"name": "Bo", "invite": table.invite, "seat": 2}).json()["seat"] == 2


def test_seats_are_left_renamed_and_given_to_bots(caller: Caller) -> None:
    table = caller.table({"kind": "me", "name": "Anna"}, OPEN, OPEN)
    joined = caller.post(f"/api/tables/{table.id}/join", {"name": "Bo", "invite": table.invite}).json()
    table.tokens[joined["seat"]] = joined["token"]
    assert table.do("bot", {"seat": 1, "level": "greedy"}).status_code == 409, "Bo sits there"
    assert table.do("leave", seat=1).status_code == 200
    assert table.do("leave", seat=1).status_code == 403, "the secret is void"
    assert table.do("bot", {"seat": 1, "level": "greedy"}).status_code == 200
    for level in ("nobody", "os:system", "expert@99s", ""):
        assert table.do("bot", {"seat": 2, "level": level}).status_code == 422, level
    assert table.do("bot", {"seat": 2, "level": "random"}).status_code == 200
    assert table.do("bot", {"seat": 2, "level": None}).status_code == 200
    assert table.do("rename", {"name": "Ada"}).status_code == 200
    seats = table.state()["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "open"]
    assert seats[0]["name"] == "Ada"


def test_public_tables_are_listed_and_need_no_invitation(caller: Caller) -> None:
    table = caller.table(ME, OPEN, public=True)
    hidden = caller.table(ME, OPEN)
    listed = [entry["id"] for entry in caller.get("/api/tables").json()]
    assert table.id in listed
    assert hidden.id not in listed
    assert caller.post(f"/api/tables/{table.id}/join", {"name": "Bo"}).status_code == 200


def test_a_secret_can_be_changed(caller: Caller) -> None:
    table = caller.table(ME, BOT)
    with table.ear(0) as ear:
        answer = table.do("token").json()
        assert answer["seat"] == 0
        assert ear.hear_news()["events"].keys() == {"watch"}, "the old connection only watches now"
        ear.tell({"type": "chat", "id": 1, "text": "hello"})
        assert ear.hear()["error"]["code"] == "forbidden"
    assert table.do("start").status_code == 403
    assert table.do("start", token=answer["token"]).status_code == 200


def test_moves_are_made_in_words_numbers_and_cards(caller: Caller) -> None:
    table = caller.table(ME, ME, board="nordic").start()
    for form in ("do", "move"):
        state = table.state(table.state()["table"]["to_move"])
        move = whole_moves(state["view"])[0][form]
        assert table.do("play", {"move": move, "at": state["seq"]}, state["seat"]).status_code == 200
    state = table.state(0)
    claims = [way for way in state["view"]["actions"] if way["kind"] == "claim" and not way.get("exchange")]
    while not claims:
        table.play_any()
        state = table.state(0)
        claims = [way for way in state["view"]["actions"] if way["kind"] == "claim" and not way.get("exchange")]
    way = claims[0]
    answer = table.do("play", {"move": {"route": way["route"], "cards": way["cards"]}, "at": state["seq"]})
    assert answer.status_code == 200, answer.text


def test_what_is_not_legal_says_its_rule(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    seq = table.state()["seq"]
    error = table.do("play", {"move": "draw deck", "at": seq}).json()["error"]
    assert (error["code"], error["rule"]) == ("illegal", "B-SET-4")
    error = table.do("play", {"move": "draw deck", "at": seq}, 1).json()["error"]
    assert (error["code"], error["rule"]) == ("illegal", "B-SET-4")
    assert table.do("play", {"move": {"route": 1}, "at": seq}).json()["error"]["code"] == "illegal"
    assert table.do("play", {"move": [5000], "at": seq}).json()["error"]["code"] == "illegal"
    assert table.state()["seq"] == seq, "nothing happened"


def test_a_move_out_of_turn_is_refused(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    for seat in (0, 1):
        assert table.do("play", {"move": "keep 1 2"}, seat).status_code == 200
    error = table.do("play", {"move": "draw deck"}, 1).json()["error"]
    assert (error["code"], error["rule"]) == ("illegal", "B-SET-5")


def test_a_move_for_an_old_state_is_a_conflict(caller: Caller) -> None:
    table = caller.table(ME, ME).start()
    state = table.play_any()
    error = table.do("play", {"move": state["view"]["actions"][0]["do"], "at": state["seq"]}).json()["error"]
    assert error["code"] == "conflict"
    assert error["params"]["seq"] == state["seq"] + 1


def test_options_are_checked(caller: Caller) -> None:
    wish = {"board": "nordic", "seats": [ME, ME], "options": {"no_such": "1"}}
    assert caller.post("/api/tables", wish).status_code == 422
    assert caller.post("/api/tables", {"board": "atlantis", "seats": [ME, ME]}).status_code == 422
    assert caller.post("/api/tables", {"board": "nordic", "seats": [ME] * 5}).status_code == 422
    games = caller.get("/api/games").json()
    nordic = next(game for game in games if game["name"] == "nordic")
    option = nordic["options"][0]
    table = caller.table(ME, ME, board="nordic", options={option["name"]: option["values"][1]}).start()
    assert table.state()["table"]["options"] == {option["name"]: option["values"][1]}


def test_a_rematch_keeps_the_secrets_and_turns_the_seats(caller: Caller) -> None:
    table = caller.table({"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Bo"}).start()
    assert table.do("rematch").status_code == 409
    assert table.do("resign").status_code == 200
    assert table.state()["table"]["result"]["winners"] == ["Bo"]
    following = table.do("rematch", seat=1).json()["id"]
    assert table.do("rematch").json()["id"] == following
    assert table.state()["table"]["next"] == following
    state = caller.get(f"/api/tables/{following}", table.tokens[0]).json()
    assert state["seat"] == 1
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Bo", "Anna"]
    assert caller.post(f"/api/tables/{following}/start", {}, table.tokens[0]).status_code == 200
