import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { LIVE_VERSION, type LiveShape, liveShape } from "../live/shape.ts";
import { loadCompiler } from "../load-compiler.ts";
import type { Program } from "../link/program.ts";
import { LIVE_FILE } from "./live-file.ts";
import { isDirectory, readContent } from "./content.ts";

const run = promisify(execFile);

/** Why an earlier state cannot be had, in words for whoever asked for it. */
export class NotFound extends Error {}

/**
 * The shape of an earlier build: of `dist` or another folder of a build, of a file in one, or of the content as it is in
 * git at `against`. Throws `NotFound`.
 */
export async function readEarlier(
  against: string,
  contentDir: string,
  root: string,
): Promise<LiveShape> {
  if (existsSync(against)) return readShape(shapeFile(against));
  const program = await contentAt(against, contentDir, root);
  return liveShape(program);
}

function shapeFile(path: string): string {
  if (isDirectory(path)) return join(path, LIVE_FILE);
  return basename(path) === "build.json"
    ? join(dirname(path), LIVE_FILE)
    : path;
}

function readShape(file: string): LiveShape {
  if (!existsSync(file))
    throw new NotFound(
      `There is no ${LIVE_FILE} in "${dirname(file)}": this is no build, or one from before builds kept it.`,
    );
  const shape: Partial<LiveShape> = JSON.parse(readFileSync(file, "utf8"));
  const { version, brands, funnels } = shape;
  if (version !== LIVE_VERSION || brands === undefined || funnels === undefined)
    throw new NotFound(`"${file}" is not what a build of this version keeps.`);
  return { version, brands, funnels };
}

/** The content as it was at a commit, compiled as it would be today. Throws `NotFound`. */
export async function contentAt(
  ref: string,
  contentDir: string,
  root: string,
): Promise<Program> {
  const dir = mkdtempSync(join(tmpdir(), "funnels-earlier-"));
  try {
    const tar = join(dir, "content.tar");
    const content = join(dir, "content");
    await git(contentDir, ref, ["archive", "--format=tar", "-o", tar]);
    mkdirSync(content);
    await run("tar", ["-xf", tar, "-C", content]);
    const compile = await loadCompiler(root, content, "emit");
    const { understood } = compile(readContent(content));
    if (understood === null)
      throw new NotFound(`The content at "${ref}" cannot be understood.`);
    return understood;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function git(
  cwd: string,
  ref: string,
  command: readonly string[],
): Promise<void> {
  // A reference never begins with a dash; what does would be read as an option.
  if (ref.startsWith("-")) throw new NotFound(`"${ref}" is no commit.`);
  try {
    await run("git", [...command, ref, "."], { cwd });
  } catch {
    throw new NotFound(
      `There is no folder or file "${ref}", and git knows no content under that name. Name a build (\`dist\`) or a commit (\`HEAD\`, \`main\`).`,
    );
  }
}
