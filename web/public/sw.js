// The service worker: keeps the app for times without a connection, and tells that it is somebody's turn.
const SHELL = "branchline-shell";
const WORDS = "branchline-words"; // what notices say, in the language of the app
const OFFLINE = "/offline.html";
const FILES = ["/", OFFLINE, "/first.js", "/icon.svg", "/icon-192.png", "/manifest.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

/** Keep the page and everything it names, so that it opens without a connection. */
async function keepShell() {
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES);
  const page = await (await shell.match("/")).text();
  const first = [...new Set(page.match(/\/assets\/[\w.-]+/g) ?? [])];
  await shell.addAll(first);
  const kept = new Set(first);
  for (let names = first; names.length; ) {
    const code = await Promise.all(names.filter((name) => name.endsWith(".js")).map(async (name) => (await shell.match(name)).text()));
    names = [...new Set(code.flatMap(partsIn))].filter((name) => !kept.has(name));
    names.forEach((name) => kept.add(name));
    await shell.addAll(names);
  }
}

/** The files that a piece of code may ask for later. */
const partsIn = (code) => [...code.matchAll(/(?:assets\/|\.\/)([\w.-]+-[\w-]{8}\.(?:js|css))/g)].map(([, name]) => `/assets/${name}`);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** The page as it is now; without a connection as it was, and if it was never here, an honest word. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(SHELL)).put("/", answer.clone());
    return answer;
  } catch {
    return (await caches.match("/")) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** Names of assets change with what is in them: one that was kept is right for ever. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => {
  event.waitUntil(tell(event.data?.json() ?? {}));
});

/** Say whose turn it is, once a table; nothing to whoever has the table before their eyes. */
async function tell({ kind = "your_turn", table = "", board = "", page: to = "/" }) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some((client) => client.visibilityState === "visible" && new URL(client.url).pathname === to)) return;
  const kept = await caches.open(WORDS).then((words) => words.match("/words"));
  const words = kept ? await kept.json() : {};
  await self.registration.showNotification(words[`game.${board}`] ?? "Branchline", {
    body: words[kind] ?? (kind === "over" ? "The game is over" : "Your turn"),
    tag: table,
    renotify: true,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    data: { page: to },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.page ?? "/"));
});

/** The table: where it is open already, else in any window of the app, else in a new one. */
async function show(to) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((client) => new URL(client.url).pathname === to);
  if (there) return there.focus();
  const other = open.find((client) => "navigate" in client);
  const shown = other ? await other.navigate(to).catch(() => null) : null;
  return shown ? shown.focus() : self.clients.openWindow(to);
}
