// Before anything is drawn: the theme that was chosen, else the system's.
document.documentElement.dataset.theme =
  localStorage.getItem("branchline.theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
