import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { askServer, problemOf } from "./ask-server.ts";
import { LIVE_VERSION, type LiveShape, liveShape } from "../live/shape.ts";
import { contentAt, NotFound } from "./both.ts";
import { isDirectory } from "./content.ts";
import { hintOfUnknown } from "./git.ts";
import { LIVE_FILE } from "./live-file.ts";

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
  if (program !== null) return liveShape(program);
  const hint = await hintOfUnknown(
    contentDir,
    "Name a build (`dist`) or a commit (`HEAD`, `main`).",
  );
  throw new NotFound(
    `There is no folder or file "${against}", and git knows no content under that name. ${hint}`,
  );
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
  const problem = answer.ok ? null : await problemOf(answer);
  if (problem?.type === "urn:problem:operators-elsewhere")
    throw new NotFound(problem.text);
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
