export type Theme = "system" | "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const stored = localStorage.getItem("branchline.theme");
const now = $state<{ theme: Theme }>({ theme: stored === "light" || stored === "dark" ? stored : "system" });

export const theme = (): Theme => now.theme;

function show(): void {
  const dark = now.theme === "dark" || (now.theme === "system" && system.matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

export function chooseTheme(wanted: Theme): void {
  now.theme = wanted;
  if (wanted === "system") localStorage.removeItem("branchline.theme");
  else localStorage.setItem("branchline.theme", wanted);
  show();
}

system.addEventListener("change", show);
show();
