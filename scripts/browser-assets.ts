import type { BuildOptions } from "esbuild";

/** The build of the files for browsers: a script for each page that needs one, two stylesheets, and the icon. */
export const browserAssets: BuildOptions = {
  entryPoints: [
    "src/browser/session-console.ts",
    "src/browser/bearer-console.ts",
    "src/browser/docs.ts",
    "src/browser/reset.ts",
    "src/browser/site.css",
    "src/browser/docs.css",
    "src/browser/icon.svg",
  ],
  loader: { ".svg": "copy" },
  outdir: "dist/assets",
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome123", "firefox120", "safari17.5"],
  logLevel: "warning",
};
