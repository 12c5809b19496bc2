import "@fontsource-variable/figtree/wght.css";
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { worker } from "./net/worker";
import "./ui/bykey"; // from the first key on, long before a table is loaded
import "./ui/theme.svelte";
import { preferred, speak } from "./words/words.svelte";

const AFTER = 2000; // milliseconds: the page comes first, and then what keeps it
if (isSecureContext && "serviceWorker" in navigator) addEventListener("load", () => setTimeout(() => worker().catch(() => {}), AFTER));

const target = document.getElementById("app");
if (target)
  void speak(preferred())
    .catch(() => speak("en")) // without a connection the words of another language may be out of reach
    .then(
      () => mount(App, { target }),
      () => (target.textContent = "There is no connection to the server. Try again in a moment."),
    );
