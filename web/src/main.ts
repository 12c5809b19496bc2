import "@fontsource-variable/figtree/wght.css";
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import "./ui/theme.svelte";
import { preferred, speak } from "./words/words.svelte";

const target = document.getElementById("app");
if (target) void speak(preferred()).then(() => mount(App, { target }));
