import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { askServer } from "./ask-server.ts";
import { LIVE_VERSION, type LiveShape, liveShape } from "../live/shape.ts";
import { loadCompiler } from "./load-compiler.ts";
import type { Program } from "../link/program.ts";
import { LIVE_FILE } from "./live-file.ts";
import { type ContentFile, kindOf } from "../parse/file-name.ts";
import { isDirectory, readContent } from "./content.ts";
import { differing } from "./differing.ts";

const run = promisify(execFile);

/** Why an earlier state cannot be had, in words for whoever asked for it. */
export class NotFound extends Error {}

/**
 * The shape of an earlier build: of the one that a server at an address serves, of `dist` or another folder of a build, of
 * a file in one, or of the content as it is in git at `against`. Throws `NotFound`.
 */
export async function readEarlier(
  against: string,
  contentDir: string,
  root: string,
): Promise<LiveShape> {
  if (/^https?:\/\//i.test(against)) return askShape(against);
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
  const shape = asShape(readFileSync(file, "utf8"));
  if (shape !== null) return shape;
  throw new NotFound(`"${file}" is not what a build of this version keeps.`);
}

/** What the server keeps of the build that it serves is for its operators alone: it is of all brands. */
async function askShape(url: string): Promise<LiveShape> {
  const token = process.env.ADMIN_TOKEN;
  const asked = await askServer({ url, path: LIVE_FILE, token });
  if (asked.kind === "refused") throw new NotFound(asked.text);
  const { answer } = asked;
  const { origin } = new URL(url);
  if (!answer.ok)
    throw new NotFound(
      `${origin} answered with status ${answer.status}: no server of funnels runs there, or one that cannot say what its build keeps yet.`,
    );
  const text = await answer.text();
  if (text === "null")
    throw new NotFound(
      `The build that ${origin} serves keeps nothing to be held against: it is from before builds kept it, or is being developed.`,
    );
  const shape = asShape(text);
  if (shape !== null) return shape;
  throw new NotFound(
    `${origin} does not answer with what a build of this version keeps: its server is of another version, or there is something else at this address.`,
  );
}

/** Null for what is no JSON, or of another version. */
function asShape(text: string): LiveShape | null {
  try {
    const shape: Partial<LiveShape> = Object(JSON.parse(text));
    const { version, redirectedHosts, brands, funnels } = shape;
    return version === LIVE_VERSION && redirectedHosts && brands && funnels
      ? { version, redirectedHosts, brands, funnels }
      : null;
  } catch {
    return null;
  }
}

/** The content as it was at a commit, compiled as it would be today. Throws `NotFound`. */
async function contentAt(
  ref: string,
  contentDir: string,
  root: string,
): Promise<Program> {
  const dir = await checkOut(ref, contentDir);
  try {
    return await understand(dir, readContent(dir), root, `at "${ref}"`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * What differs between two commits, or between one and the files as they are: the brands and funnels whose files are not
 * the same, of both. Throws `NotFound`.
 */
export async function readBoth(
  from: string,
  to: string | null,
  contentDir: string,
  root: string,
): Promise<{ readonly before: Program; readonly after: Program }> {
  const first = await checkOut(from, contentDir);
  const second = to === null ? contentDir : await checkOut(to, contentDir);
  try {
    const [before, after] = [readContent(first), readContent(second)];
    const [one, other] = differing(
      { dir: first, files: before },
      { dir: second, files: after },
    );
    return {
      before: await understand(first, one, root, `at "${from}"`),
      after: await understand(
        second,
        other,
        root,
        to === null ? "as it is" : `at "${to}"`,
      ),
    };
  } finally {
    rmSync(first, { recursive: true, force: true });
    if (to !== null) rmSync(second, { recursive: true, force: true });
  }
}

/** A folder with the content of a commit. */
async function checkOut(ref: string, contentDir: string): Promise<string> {
  // A reference never begins with a dash; what does would be read as an option.
  if (ref.startsWith("-")) throw new NotFound(`"${ref}" is no commit.`);
  const dir = mkdtempSync(join(tmpdir(), "funnels-earlier-"));
  const tar = join(dir, "content.tar");
  try {
    await run("git", ["archive", "--format=tar", "-o", tar, ref, "."], {
      cwd: contentDir,
    });
  } catch {
    rmSync(dir, { recursive: true, force: true });
    throw new NotFound(
      `There is no folder or file "${ref}", and git knows no content under that name. Name a build (\`dist\`) or a commit (\`HEAD\`, \`main\`).`,
    );
  }
  await run("tar", ["-xf", tar, "-C", dir]);
  rmSync(tar);
  return dir;
}

async function understand(
  dir: string,
  files: readonly ContentFile[],
  root: string,
  when: string,
): Promise<Program> {
  const compile = await loadCompiler(root, dir);
  const { understood, diagnostics } = compile(files);
  const broken = diagnostics.find(({ severity }) => severity === "error");
  const isWhole =
    understood !== null &&
    understood.funnels.length ===
      files.filter(({ name }) => kindOf(name) === "funnel").length;
  if (understood !== null && isWhole) return understood;
  throw new NotFound(
    `The content ${when} cannot be understood: ${broken?.message ?? "there is no site.yaml"}. \`npx funnels check\` says more.`,
  );
}
