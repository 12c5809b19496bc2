import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env["BRANCHLINE_WEB"] ?? "../src/branchline/web",
    emptyOutDir: true,
    target: "es2022",
    // Small parts that every table needs come together: each file of its own would cost more than it holds.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "pieces", test: /src\/(board|game|net|ui)\/(?!qr|Qr|Menu|Sheet|ShareLink)/ }] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
