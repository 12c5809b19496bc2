/** To hear that it is my turn: by Web Push when the page is closed, by the page itself when it lies behind others. */
import { t, tryWord } from "../words/words.svelte";
import { ask } from "./api";
import { held, holdPush } from "./seats.svelte";
import { worker } from "./worker";

const KEY = "branchline.notify";
const WORDS = "branchline-words";
const GAMES = ["nordic", "europe", "usa", "iberia", "nederland", "cardgame"];

type Wish = "on" | "no" | "unasked";
const stored = localStorage.getItem(KEY);
const now = $state<{ wish: Wish }>({ wish: stored === "on" || stored === "no" ? stored : "unasked" });

/** Browsers tell only from pages over https, and from this machine's own. */
export const canNotify = (): boolean => isSecureContext && "Notification" in globalThis && "serviceWorker" in navigator;

export const notifyWish = (): Wish => (canNotify() && Notification.permission === "denied" ? "no" : now.wish);

function remember(wish: Wish): void {
  now.wish = wish;
  localStorage.setItem(KEY, wish);
}

export const notNow = (): void => remember("no");

/** Ask the browser, then let this table tell; says whether it may. */
export async function tellMe(id: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") {
    remember("no");
    return false;
  }
  remember("on");
  await keepWords();
  await hearFrom(id);
  return true;
}

export async function tellNoMore(id: string): Promise<void> {
  remember("no");
  for (const { token } of held(id)?.seats ?? []) await fetch(`/api/tables/${id}/notices`, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } });
  holdPush(id, "");
}

const isOn = (): boolean => canNotify() && now.wish === "on" && Notification.permission === "granted";

/** Let a table tell this browser, once; without a push service the page tells alone, as long as it is open. */
export async function hearFrom(id: string): Promise<void> {
  const mine = held(id);
  if (!isOn() || !mine?.seats.length) return;
  try {
    const { pushManager } = await worker();
    const subscription = (await pushManager.getSubscription()) ?? (await subscribe(pushManager));
    if (mine.push === subscription.endpoint) return;
    for (const { token } of mine.seats) await ask(`/tables/${id}/push`, subscription.toJSON(), token);
    holdPush(id, subscription.endpoint);
  } catch {
    // no push service can be reached, or this browser has none
  }
}

async function subscribe(pushManager: PushManager): Promise<PushSubscription> {
  const { key } = await ask<{ key: string }>("/push-key");
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
}

/** The words of notices, where the service worker finds them. */
export async function keepWords(): Promise<void> {
  if (!isOn() || !("caches" in globalThis)) return;
  const words = Object.fromEntries([
    ["your_turn", t("status.yours")],
    ["over", t("status.over")],
    ...GAMES.map((name) => [`game.${name}`, tryWord(`game.${name}`) ?? name]),
  ]);
  await (await caches.open(WORDS)).put("/words", new Response(JSON.stringify(words)));
}

/** It is my turn while the page lies behind others: say so as a push would, in its place. */
export async function tellTurn(id: string, title: string): Promise<void> {
  if (!document.hidden || !isOn()) return;
  const registration = await worker();
  await registration.showNotification(title, { body: t("status.yours"), tag: id, icon: "/icon-192.png", data: { page: `/t/${id}` } });
}
