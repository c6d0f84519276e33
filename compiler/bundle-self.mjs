// Writes the compiler into a folder as a few files of plain JavaScript: `node compiler/bundle-self.mjs <folder>`. The
// folder has the name of the fingerprint.
import { randomUUID } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "vite";
import { fingerprintOf, findRoot } from "./checkout.mjs";

const ROOT = findRoot();
const [dir] = process.argv.slice(2);
const unfinished = `${dir}.${randomUUID()}.tmp`;

try {
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "error",
    ssr: {
      noExternal: true,
      // Large or native, and only loaded by commands that take their time.
      external: [
        "@vitejs/plugin-react",
        "chokidar",
        "fontkitten",
        "json-schema-to-typescript",
        "lightningcss",
        "playwright",
        "sharp",
        "vite",
        "vscode-languageserver/node",
        "vscode-languageserver-textdocument",
        "yaml-language-server",
        "woff2-encoder/decompress",
      ],
    },
    build: {
      ssr: true,
      target: "node20",
      minify: false,
      outDir: unfinished,
      rolldownOptions: {
        input: {
          cli: join(ROOT, "compiler/cli.ts"),
          thread: join(ROOT, "compiler/parallel/thread.ts"),
          "build-thread": join(ROOT, "compiler/site/build-thread.ts"),
        },
        output: {
          entryFileNames: "[name].mjs",
          chunkFileNames: "[name]-[hash].mjs",
        },
      },
    },
  });
  // Sources that were saved meanwhile may be in it, and would be found again when they are taken back.
  if (fingerprintOf(ROOT) !== basename(dir))
    throw new Error("the compiler has changed while it was bundled");
  // Another process sees the whole bundle or none.
  renameSync(unfinished, dir);
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}
