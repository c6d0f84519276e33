import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Names of very many files. */
const MOST_BYTES = 2 ** 28;

/** What git prints, run in a folder; null where it fails. */
async function git(
  dir: string,
  ...args: readonly string[]
): Promise<string | null> {
  try {
    const { stdout } = await run("git", args, {
      cwd: dir,
      maxBuffer: MOST_BYTES,
      env: environment(),
    });
    return stdout;
  } catch {
    return null;
  }
}

/** Hooks of git may name the folder of its data alone: git would then take the one it is run in for all of the files. */
function environment(): NodeJS.ProcessEnv {
  return process.env.GIT_WORK_TREE === undefined
    ? { ...process.env, GIT_DIR: undefined }
    : process.env;
}

/** What to do where git does not know a name: what keeps git from reading the repository, else the hint that is given. */
export async function hintOfUnknown(
  dir: string,
  hint: string,
): Promise<string> {
  try {
    const args = ["rev-parse", "--is-shallow-repository"];
    const env = environment();
    const { stdout } = await run("git", args, { cwd: dir, env });
    return stdout.trim() === "true"
      ? `${hint} Only the newest commits were fetched here: \`git fetch --unshallow\` brings the others.`
      : hint;
  } catch (error) {
    const { code, stderr } = Object(error);
    return code === "ENOENT"
      ? "There is no `git` to ask: install it."
      : `Git says: ${String(stderr).trim().replaceAll(/\s+/g, " ")}`;
  }
}

/** The files of a commit below a folder, each with the id of what is in it; null where there is no such commit. */
export type Blobs = ReadonlyMap<string, string>;

export async function filesAt(
  ref: string,
  dir: string,
  ...paths: readonly string[]
): Promise<Blobs | null> {
  // A reference never begins with a dash; what does would be read as an option.
  if (ref.startsWith("-")) return null;
  const listed = await git(dir, "ls-tree", "-r", "-z", ref, ...paths);
  if (listed === null) return null;
  return new Map(
    nameList(listed).map((line) => {
      const [about = "", path = ""] = line.split("\t");
      return [path, about.split(" ")[2] ?? ""] as const;
    }),
  );
}

/** The files of these folders that are not as they were at a commit; null where there is no such commit. */
export async function changedSince(
  ref: string,
  dir: string,
  ...folders: readonly string[]
): Promise<readonly string[] | null> {
  const names = ["diff", "--name-only", "--no-renames", "--relative", "-z"];
  const changed = await git(dir, ...names, ref, "--", ...folders);
  return changed === null ? null : nameList(changed);
}

/** The files below a folder that git does not know. */
export async function unknownFiles(dir: string): Promise<readonly string[]> {
  return nameList((await git(dir, "ls-files", "--others", "-z", ".")) ?? "");
}

/** The root of the repository that a folder is in; null where it is in none. */
export function repositoryOf(dir: string): string | null {
  const folder = realpathSync(dir);
  if (existsSync(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? null : repositoryOf(above);
}

/** What is in files, by the ids that `filesAt` gave. */
export async function readBlobs(
  ids: readonly string[],
  dir: string,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const child = spawn("git", ["cat-file", "--batch"], {
    cwd: dir,
    env: environment(),
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.end(ids.map((id) => `${id}\n`).join(""));
  const bytes = await buffer(child.stdout);
  const texts = new Map<string, string>();
  let at = 0;
  for (const id of ids) {
    const lineEnd = bytes.indexOf("\n", at);
    const [, , size = "0"] = bytes.toString("utf8", at, lineEnd).split(" ");
    const end = lineEnd + 1 + Number(size);
    texts.set(id, bytes.toString("utf8", lineEnd + 1, end));
    at = end + 1;
  }
  return texts;
}

/** The bytes of one file, at once. */
export function readBlob(id: string, dir: string): Uint8Array {
  return execFileSync("git", ["cat-file", "blob", id], {
    cwd: dir,
    env: environment(),
    maxBuffer: MOST_BYTES,
  });
}

function nameList(output: string): string[] {
  return output.split("\0").filter((name) => name !== "");
}
