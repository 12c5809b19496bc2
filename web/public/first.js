// Before anything is drawn: the language and the theme that were chosen, else the system's. And what the first screen
// will need is asked for now, beside the code that would ask for it later; the build writes its names into the page.
{
  const page = document.documentElement;
  const parts = JSON.parse(document.currentScript.dataset.parts ?? "{}");
  const languages = ["en", "is", "da", "sv", "nb", "fi"];
  const wished = [localStorage.getItem("branchline.language") ?? "", ...navigator.languages].map((wish) => wish.toLowerCase().split("-")[0]);
  page.lang = wished.map((wish) => (wish === "no" || wish === "nn" ? "nb" : wish)).find((wish) => languages.includes(wish)) ?? "en";
  page.dataset.theme = localStorage.getItem("branchline.theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

  const first = location.pathname.split("/")[1];
  const data = first === "" ? ["/api/games"] : [];
  for (const href of [...data, ...(parts[page.lang] ?? []), ...(parts[first] ?? [])]) {
    const link = document.createElement("link");
    link.rel = href.endsWith(".js") ? "modulepreload" : "preload";
    if (link.rel === "preload") link.as = href.endsWith(".css") ? "style" : "fetch";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  }
}
