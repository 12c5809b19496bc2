// Plays at the table that is shown, by clicking what a person would click. It tries every kind of move that is
// offered and that it has not made yet, and then builds as fast as it can, so that games end soon.
window.drive = async ({ moves = 10_000 } = {}) => {
  const made = {};
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const some = (list) => list[Math.floor(Math.random() * list.length)];
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const press = async (element) => {
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await wait(0);
  };
  const did = (kind) => {
    made[kind] = (made[kind] ?? 0) + 1;
    return kind;
  };

  async function keep() {
    for (const ticket of all("[data-ticket]").sort(() => Math.random() - 0.5)) {
      if (ticket.getAttribute("aria-pressed") !== "true") await press(ticket);
      if (one("[data-do=keep]:not([disabled])")) break;
    }
    const pick = all("[data-ticket][aria-pressed=true]").length === 1 && one("[data-do=keep]")?.dataset.kind === "pick";
    await press(one("[data-do=keep]"));
    return did(pick ? "pick" : "keep");
  }

  async function claim(route) {
    await press(route);
    const chooses = made.choose === undefined && one("[data-do=choose]");
    if (chooses) {
      const cards = one("[role=radio][aria-checked=true] [data-cards]")?.dataset.cards.split(" ") ?? [];
      if (cards.length) {
        await press(one("[data-do=choose]"));
        for (const card of cards) await press(one(`[data-pay=${card}]`));
        did("choose");
      }
    }
    if (one("[data-do=claim]") && !one("[role=radio]")) did("exchange");
    const button = one("[data-do=claim]:not([disabled])");
    if (!button) return null;
    await press(button);
    return did(route.dataset.kind === "plain" ? "claim" : route.dataset.kind);
  }

  async function lay() {
    for (const card of all("[data-pay]").sort(() => Math.random() - 0.5)) {
      for (let n = 0; n < 3; n++) {
        await press(card);
        if (one("[data-do=lay]:not([disabled])")) {
          await press(one("[data-do=lay]"));
          return did("lay");
        }
      }
      for (const less of all(".hand button.less")) while (less.isConnected) await press(less);
    }
    return null;
  }

  async function move() {
    const curtain = one("[data-do=pass-on], [data-do=curtain]");
    if (curtain) return press(curtain).then(() => did("curtain"));
    if (one("[data-ticket]")) return keep();
    for (const kind of ["pay", "withdraw", "neutral", "festival", "complete", "pass"]) {
      const buttons = all(`[data-do=${kind}]:not([disabled])`);
      if (!buttons.length || (kind === "pay" && made.pay && !made.withdraw)) continue;
      await press(some(buttons));
      return did(kind);
    }
    if (one("[data-do=lay]") && (!made.lay || Math.random() < 0.6)) {
      const laid = await lay();
      if (laid) return laid;
    }
    await showPiles();
    const tickets = one("[data-draw=tickets]:not([disabled])");
    if (tickets && !made.tickets && (made.claim || made.lay)) return press(tickets).then(() => did("tickets"));
    if (!made.build && one("[data-do=stations]") && made.claim) {
      await press(one("[data-do=stations]"));
      const city = some(all(".city.can"));
      if (city) await press(city);
      const way = one("[data-do=build]");
      if (way) return press(way).then(() => did("build"));
    }
    const routes = all(".route.can").sort((a, b) => b.dataset.length - a.dataset.length);
    const fresh = routes.filter((route) => !made[route.dataset.kind] || (route.dataset.kind === "tunnel" && !made.withdraw));
    const route = fresh[0] ?? (routes[0]?.dataset.length > 2 || Math.random() < 0.25 ? routes[0] : undefined);
    if (route) {
      const claimed = await claim(route);
      if (claimed) return claimed;
      await showPiles();
    }
    const cards = all("[data-draw]:not([disabled])").filter((pile) => pile.dataset.draw !== "tickets");
    const pile = cards.find((card) => (card.dataset.draw === "deck") === !made.deck) ?? some(cards);
    if (pile) return press(pile).then(() => did(pile.dataset.draw === "deck" ? "deck" : "display"));
    if (tickets?.isConnected) return press(tickets).then(() => did("tickets"));
    return null;
  }

  async function showPiles() {
    const tab = one("[data-tab=cards][aria-selected=false]"); // on a phone
    if (tab) await press(tab);
    const close = one(".phone .claim .close");
    if (close) await press(close);
  }

  const key = () => document.documentElement.dataset.seq;
  let idle = 0;
  for (let n = 0; n < moves && idle < 15_000; ) {
    if (one(".end")) return { over: true, made };
    const before = key();
    const done = await move();
    if (!done) {
      idle += 1;
      await wait(5);
      continue;
    }
    idle = 0;
    n += 1;
    if (done !== "curtain") for (let i = 0; i < 600 && key() === before && !one("[data-do=curtain], [data-do=pass-on]"); i++) await wait(5);
  }
  return { over: !!one(".end"), made, idle };
};
