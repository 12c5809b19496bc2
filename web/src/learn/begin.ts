import { ask, openTable } from "../net/api";
import { heldTables, hold, myName } from "../net/seats.svelte";
import { BOT_NAMES } from "../table/botnames";
import { t } from "../words/words.svelte";

export type LessonName = "nordic" | "cardgame";

/** Open a lesson: the one that was begun, else a new table with its deal, against a gentle bot. */
export async function learn(lesson: LessonName): Promise<string> {
  const begun = heldTables().find(({ glance }) => glance?.lesson === lesson && glance.status === "playing");
  if (begun) return `/t/${begun.id}`;
  const name = myName() || t("setup.player", { n: 1 });
  const rival = BOT_NAMES.find((each) => each !== name) ?? "Aino";
  const made = await openTable({
    board: lesson, lesson, options: {}, clock: null, timeout: "bot", public: false,
    seats: [{ kind: "me", name }, { kind: "bot", level: "beginner", name: rival }],
  });
  hold({ id: made.id, board: lesson, seats: made.seats, host: made.host, invite: made.invite });
  await ask(`/tables/${made.id}/start`, {}, made.host);
  return `/t/${made.id}`;
}
