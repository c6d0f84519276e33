// @module-tag long
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  changesOf,
  copyOf,
  edit,
  funnels,
  newCheckout,
  treeOf,
} from "./checkouts/copy.ts";
import { build, differences, servedOf } from "./checkouts/served.ts";

const QUIZ = "funnels/demo/quiz.yaml";
const OTHER = "funnels/demo/second.yaml";

const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-builds-")));
/** A checkout that builds again and again. */
const own = join(root, "own");
const page = (mount: string) =>
  join(own, "dist/demo", mount, "start/index.html");
let served: ReadonlyMap<string, string>;

/** Two funnels, so that one may change and the other not. */
function checkout(dir: string): string {
  newCheckout(dir);
  const quiz = readFileSync(join(dir, QUIZ), "utf8")
    .replace("name: Quiz", "name: Second")
    .replace("mounts: [/quiz]", "mounts: [/second]");
  writeFileSync(join(dir, OTHER), quiz);
  return dir;
}

beforeAll(async () => {
  checkout(own);
  const none = await funnels(own, ["rollback"]);
  expect([none.code, none.said], "before there are two builds").toEqual([
    2,
    expect.stringContaining("no build before"),
  ]);
  served = await build(own);
  expect(readdirSync(join(own, ".builds"))).toEqual([
    readlinkSync(join(own, "dist")).replace(".builds/", ""),
  ]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("the same again is the same, and nothing of it is made again", async () => {
  const before = statSync(page("quiz")).ino;
  const again = await build(own);
  expect(differences(served, again)).toEqual([]);
  expect(again.size).toBeGreaterThan(100);
  expect(statSync(page("quiz")).ino).toBe(before);
});

test("a page that somebody wrote to is made again", async () => {
  writeFileSync(page("quiz"), "spoilt");
  expect(differences(served, await build(own))).toEqual([]);
});

test("assets of every earlier build are there for those who have its pages open, as long as they are kept", async () => {
  const assets = (from: ReadonlyMap<string, string>) =>
    [...from.keys()].filter((name) => name.startsWith("assets/"));
  const missing = (names: readonly string[]) =>
    names.filter((name) => !existsSync(join(own, "dist", name)));
  const seen = assets(served);
  let text = "How are you?";
  for (const next of ["One?", "Two?", "How are you?"]) {
    edit(own, QUIZ, text, next);
    text = next;
    seen.push(...assets(await build(own)));
  }
  expect(new Set(seen).size).toBeGreaterThan(assets(served).length + 1);
  expect(missing(seen)).toEqual([]);
  // What the pages ask for now is no earlier asset, although it once was.
  expect(differences(served, servedOf(own))).toEqual([]);
  expect((await funnels(own, ["build", "--keep", "0"])).code).toBe(0);
  expect(missing(assets(served))).toEqual([]);
  expect(missing(seen)).not.toEqual([]);
});

test("one text changes its funnel alone", async () => {
  const before = statSync(page("second")).ino;
  edit(own, QUIZ, "How are you?", "How was it?");
  const changed = await build(own);
  expect(readFileSync(page("quiz"), "utf8")).toContain("How was it?");
  const names = differences(served, changed);
  const isOwn = /^(?:assets\/demo-quiz-|demo\/quiz\/|demo\/offline\/quiz\/)/;
  const others = names.filter((name) => !isOwn.test(name));
  // The worker is told of the new files, and the server of what the page says first, by which figures of visits name it.
  expect(others).toEqual(["build.json", "demo/sw.js"]);
  expect(statSync(page("second")).ino).toBe(before);
});

test("the build before is served again, and the one that was taken back stays for its visitors", async () => {
  const first = await build(own);
  edit(own, QUIZ, "How was it?", "How is it going?");
  const second = await build(own);
  const changed = differences(first, second);
  expect(changed).not.toEqual([]);
  const { code, said } = await funnels(own, ["rollback"]);
  expect([code, said]).toEqual([0, expect.stringContaining("served again")]);
  const again = servedOf(own);
  // The worker keeps the name of the build that it was made with.
  expect(differences(first, again)).toEqual(["demo/sw.js"]);
  const { id, previous } = buildFile("dist");
  expect(id).not.toBe(previous);
  // A tab that was opened before the way back finds its scripts.
  const scripts = changed.filter(
    (name) => name.startsWith("assets/") && second.has(name),
  );
  expect(scripts).not.toEqual([]);
  for (const script of scripts)
    expect(existsSync(join(own, "dist", script)), script).toBe(true);
  expect((await funnels(own, ["rollback"])).code).toBe(0);
  expect(differences(second, servedOf(own))).toEqual(["demo/sw.js"]);
  edit(own, QUIZ, "How is it going?", "How was it?");
});

describe("is of its own checkout", () => {
  const elsewhere = join(root, "bystander");
  let kept: Record<string, string> = {};
  beforeAll(async () => {
    await build(own);
    copyOf(own, elsewhere);
    kept = treeOf(own);
  });
  const holds = (dir: string) => {
    const file = join(dir, "dist/demo/quiz/start/index.html");
    return /<h1[^>]*>(.*?)<\/h1>/.exec(readFileSync(file, "utf8"))?.[1];
  };

  test("copied with its caches, through a link, and moved", async () => {
    edit(elsewhere, QUIZ, "How was it?", "Copied?");
    await build(elsewhere);
    expect(holds(elsewhere)).toBe("Copied?");
    const link = join(root, "link");
    symlinkSync(elsewhere, link);
    edit(elsewhere, QUIZ, "Copied?", "Linked?");
    await build(link);
    expect(holds(elsewhere)).toBe("Linked?");
    const moved = join(root, "moved");
    renameSync(elsewhere, moved);
    edit(moved, QUIZ, "Linked?", "Moved?");
    await build(moved);
    expect(holds(moved)).toBe("Moved?");
    expect(existsSync(elsewhere)).toBe(false);
    expect(changesOf(own, kept)).toEqual([]);
    renameSync(moved, elsewhere);
  });

  test("where two share their packages and caches", async () => {
    rmSync(join(elsewhere, "node_modules"), { recursive: true });
    symlinkSync(join(own, "node_modules"), join(elsewhere, "node_modules"));
    edit(elsewhere, QUIZ, "Moved?", "Shared?");
    await build(elsewhere);
    expect(holds(elsewhere)).toBe("Shared?");
    expect(holds(own)).toBe("How was it?");
    expect(differences(servedOf(own), await build(own))).toEqual([]);
    expect(holds(elsewhere)).toBe("Shared?");
  });

  test("and of the content that was named", async () => {
    const untouched = treeOf(elsewhere);
    copyOf(join(own, "funnels"), join(root, "elsewhere"));
    edit(root, "elsewhere/demo/quiz.yaml", "How was it?", "How was that?");
    const args = ["build", "--content", "elsewhere"];
    const { code, said } = await funnels(own, args, root);
    expect([code, said]).toEqual([0, expect.stringContaining("pages of 3")]);
    expect(holds(own)).toBe("How was that?");
    expect(changesOf(elsewhere, untouched)).toEqual([]);
  });
});

test("two builds at once come one after the other, and the page is there all the time", async () => {
  const built = new AbortController();
  const missing: string[] = [];
  const reader = (async () => {
    while (!built.signal.aborted) {
      if (!existsSync(page("quiz"))) missing.push(page("quiz"));
      await new Promise(setImmediate);
    }
  })();
  const runs = await Promise.all([
    funnels(own, ["build"]),
    funnels(own, ["build"]),
  ]);
  built.abort();
  await reader;
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(missing).toEqual([]);
  expect(readFileSync(page("quiz"), "utf8")).toContain("How was it?");
});

test("where no cache can be written, neither of the compiler nor of builds, a build is the same", async () => {
  const before = await build(own);
  const cache = join(own, "node_modules/.cache");
  rmSync(cache, { recursive: true });
  writeFileSync(cache, "");
  expect(differences(before, await build(own))).toEqual([]);
  rmSync(cache);
});

describe("what is served stays", () => {
  let kept: Record<string, string> = {};
  beforeAll(() => {
    kept = treeOf(join(own, ".builds"));
  });

  test("when a build is of wrong content", async () => {
    edit(own, QUIZ, "options:", "optoins:");
    expect((await funnels(own, ["build"])).code).toBe(1);
    edit(own, QUIZ, "optoins:", "options:");
    expect(changesOf(join(own, ".builds"), kept)).toEqual([]);
  });

  test("when a build fails half-way", async () => {
    const script = "runtime/main.tsx";
    const text = readFileSync(join(own, script), "utf8");
    edit(own, script, text, "export const broken = ;");
    expect((await funnels(own, ["build"])).code).toBe(2);
    edit(own, script, "export const broken = ;", text);
    expect(changesOf(join(own, ".builds"), kept)).toEqual([]);
  });

  test("when a build is killed half-way", async () => {
    const bin = join(own, "compiler/bin.mjs");
    const before = readdirSync(join(own, ".builds"));
    const child = spawn(process.execPath, [bin, "build"], { cwd: own });
    const written = () =>
      readdirSync(join(own, ".builds")).filter(
        (name) =>
          !before.includes(name) &&
          existsSync(join(own, ".builds", name, "assets")),
      );
    await expect.poll(written).toHaveLength(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(treeOf(join(own, ".builds"))).toMatchObject(kept);
    expect(readFileSync(page("quiz"), "utf8")).toContain("How was it?");
  });
});

function buildFile(dist: string): { id: string; previous: string } {
  return JSON.parse(readFileSync(join(own, dist, "build.json"), "utf8"));
}
