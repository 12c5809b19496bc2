import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin, type Rolldown } from "vite";

const FIRST = { "": "pages/Start.svelte", t: "pages/TablePage.svelte", en: "words/en.json", is: "words/is.json", da: "words/da.json", sv: "words/sv.json", nb: "words/nb.json", fi: "words/fi.json" };

/** Writes into the page which files a first screen and a language need, for `public/first.js`. */
const firstParts: Plugin = {
  name: "first-parts",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const isThere = new Set(html.match(/assets\/[\w.-]+/g));
      const filesOf = (chunk: Rolldown.OutputChunk): string[] => {
        const deeper = chunk.imports.flatMap((name) => (bundle[name]?.type === "chunk" ? filesOf(bundle[name]) : []));
        return [...new Set([chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...deeper])].filter((name) => !isThere.has(name));
      };
      const parts = Object.entries(FIRST).map(([name, source]) => {
        const chunk = Object.values(bundle).find((each) => each.type === "chunk" && each.facadeModuleId?.endsWith(`src/${source}`));
        if (chunk?.type !== "chunk") return [name, []];
        return [name, filesOf(chunk).map((file) => `/${file}`)];
      });
      return html.replace('src="/first.js"', `src="/first.js" data-parts='${JSON.stringify(Object.fromEntries(parts))}'`);
    },
  },
};

export default defineConfig({
  plugins: [svelte(), firstParts],
  build: {
    outDir: process.env["BRANCHLINE_WEB"] ?? "../src/branchline/web",
    emptyOutDir: true,
    target: "es2022",
    // Small parts that every table needs, and those of pages with pictures of games, come together: each file of its
    // own would cost more than it holds.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "pieces", test: /src\/((board|game|net|ui)\/(?!qr|Qr|Menu|Sheet|ShareLink)|learn\/begin|table\/(asks|botnames|focus|parts|voice)|coach\/coach)/ },
            { name: "posters", test: /src\/(own\/|pages\/Poster)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
