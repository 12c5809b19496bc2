const now = $state({ path: location.pathname, search: location.search });

export const path = (): string => now.path;
export const search = (): string => now.search;

function read(): void {
  now.path = location.pathname;
  now.search = location.search;
}

export function go(to: string): void {
  history.pushState(null, "", to);
  read();
  scrollTo(0, 0);
}

/** Change the address without leaving a step to go back to. */
export function rewrite(to: string): void {
  history.replaceState(null, "", to);
  read();
}

addEventListener("popstate", read);

/** Links inside the app load nothing. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
