import type { BuildOptions } from "esbuild";

/** How what browsers load is built: one script for each console, one stylesheet for every page, and the icon. */
export const browserAssets: BuildOptions = {
  entryPoints: [
    "src/consoles/session-console.ts",
    "src/consoles/bearer-console.ts",
    "src/consoles/site.css",
    "src/consoles/icon.svg",
  ],
  loader: { ".svg": "copy" },
  outdir: "dist/assets",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome123", "firefox120", "safari17.5"],
  logLevel: "warning",
};
