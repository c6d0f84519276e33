import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Rolldown } from "vite";
import type { Draft } from "../workspace/build-cache.ts";

/** What is started by a name of its own -> its source below `server/`. */
const PROGRAMS = {
  "main.mjs": "main.ts",
  "pglite-program.mjs": "db/pglite-program.ts",
  "picture-program.mjs": "previews/picture-program.ts",
} as const;
/**
 * Comes with files that are no JavaScript, so that npm has to install it where the server runs; all else is in the
 * bundle (docs/decisions/0034-the-server-is-built.md). `pg` asks for `pg-native` where somebody has installed it.
 */
const INSTALLED = ["@electric-sql/pglite", "sharp", "pg-native"];

/** Writes the server as plain JavaScript, a file a program. */
export async function bundleServer(root: string, draft: Draft): Promise<Draft> {
  for (const [name, source] of Object.entries(PROGRAMS))
    draft.write(name, await bundled(root, join(root, "server", source)));
  for (const [name, file] of browserFiles(join(root, "server")))
    draft.write(name, readFileSync(file));
  return draft;
}

/**
 * The scripts and style sheets of the server's own pages, by their names: programs read them when they start, and they
 * stand beside the programs. A folder brings its own, so two must not have the same name.
 */
export function browserFiles(server: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of readdirSync(server, {
    recursive: true,
    encoding: "utf8",
  }).toSorted()) {
    if (!/\.(?:js|css)$/.test(path)) continue;
    const name = basename(path);
    if (found.has(name))
      throw new Error(
        `${name} is in two folders of the server: give one of them another name`,
      );
    found.set(name, join(server, path));
  }
  return found;
}

/** One file, so that nothing is left to be loaded later, when the folder may be gone. */
async function bundled(root: string, source: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: INSTALLED },
    build: {
      ssr: true,
      write: false,
      target: "node20",
      // Nobody downloads it, and its names stand in the log of what fails.
      minify: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: { program: source },
        output: { codeSplitting: false },
      },
    },
  });
  const [first] = [result].flat();
  const output: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[] =
    first !== undefined && "output" in first ? first.output : [];
  const [program, ...more] = output;
  if (program?.type !== "chunk" || more.length > 0)
    throw new Error(`${source} gave ${output.length} files in place of one`);
  return program.code;
}
