import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describeError, type Log } from "../log.ts";
import { errorCode, Refusal } from "../refusal.ts";
import { type MailPictures, readMailPictures } from "../mail/pictures.ts";
import { type BuildFile, readBuildFile } from "./build-file.ts";
import { createFiles, type Files } from "./files.ts";
import type { Site } from "../site.ts";

const LOOK_EVERY_MS = 1_000;
const BUILD_FILE = "build.json";

/** The pages of a site, with the hosts, redirects and prices that were built with them. */
export interface Build {
  readonly id: string;
  readonly site: Site;
  readonly files: Files;
  readonly mailPictures: MailPictures;
}

/**
 * The build that `dist` is now, a folder or a link to one. It stays itself when the link is switched to another one.
 * Throws a `Refusal` when there is none, or not all of it yet: what is read here is not read again.
 */
export function readBuild(dist: string): Build {
  const { root, file } = locate(dist);
  const { id, site } = file;
  const missing = Object.keys(site.brands).find(
    (brand) => !existsSync(join(root, brand)),
  );
  if (missing !== undefined)
    throw unbuilt(`There are no built pages of "${missing}" in ${dist}`);
  const mailPictures = readMailPictures(root);
  const lost = picturesInMails(site).find(
    (address) => mailPictures(address) === null,
  );
  if (lost !== undefined)
    throw unbuilt(`The picture of mails for ${lost} is not in ${dist}`);
  // What a link leads to is a build, which is never changed; a plain folder is copied over, file by file.
  const lookAfterMs = lstatSync(dist).isSymbolicLink()
    ? Number.POSITIVE_INFINITY
    : LOOK_EVERY_MS;
  return {
    id,
    site,
    files: createFiles(root, { lookAfterMs }),
    mailPictures,
  };
}

/** The addresses of what they were made from. */
function picturesInMails({ brands }: Site): string[] {
  return Object.values(brands)
    .flatMap(({ mails = [] }) => mails)
    .flatMap(({ picture }) => picture ?? []);
}

/**
 * Hands over every build that `dist` is switched to from now on; one that cannot be read is logged and not taken.
 * Nothing is asked of the disk for a request: one look a second tells. Returns the function that ends it.
 */
export function followBuild(
  dist: string,
  served: Pick<Build, "id">,
  take: (build: Build) => void,
  {
    log,
    isNewest,
    everyMs = LOOK_EVERY_MS,
  }: {
    readonly log: Log;
    /** Told at each look whether what `dist` is now is served. */
    isNewest(isIt: boolean): void;
    readonly everyMs?: number;
  },
): () => void {
  let { id } = served;
  isNewest(true);
  let seen = "";
  let refused = "";
  const look = async () => {
    const stamp = await stampOf(join(dist, BUILD_FILE));
    if (stamp === null || stamp === seen) return isNewest(stamp !== null);
    try {
      const build = readBuild(dist);
      if (build.id !== id) {
        take(build);
        ({ id } = build);
        log({ level: "info", message: "build switched", build: id });
      }
      seen = stamp;
      isNewest(true);
    } catch (error) {
      isNewest(false);
      // Tried again at the next look; said once.
      if (refused === stamp) return;
      refused = stamp;
      const what = describeError(error);
      log({ level: "error", message: "build not taken", ...what });
    }
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}

function locate(dist: string): { root: string; file: BuildFile } {
  try {
    const root = realpathSync(dist);
    const text = readFileSync(join(root, BUILD_FILE), "utf8");
    return { root, file: readBuildFile(text) };
  } catch (error) {
    throw unbuilt(
      errorCode(error) === "ENOENT"
        ? `There are no built pages in ${dist}`
        : `The build in ${dist} cannot be read (${String(error)})`,
    );
  }
}

function unbuilt(what: string): Refusal {
  return new Refusal(
    `${what}: run npm run build first, or npm start, which does both.`,
  );
}

/** Changes when the file does, or another one is in its place; null while there is none. */
async function stampOf(file: string): Promise<string | null> {
  try {
    const { dev, ino, mtimeMs } = await stat(file);
    return [dev, ino, mtimeMs].join();
  } catch {
    return null;
  }
}
