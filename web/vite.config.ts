import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env["BRANCHLINE_WEB"] ?? "../src/branchline/web",
    emptyOutDir: true,
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
