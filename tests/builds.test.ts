import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { edit, funnels, newCheckout } from "./checkouts/copy.ts";
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
  served = await build(checkout(own));
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
  // The worker is told of the new files.
  expect(others).toEqual(["demo/sw.js"]);
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

test("there is nothing to go back to before there are two builds", async () => {
  const fresh = checkout(join(root, "fresh"));
  const none = await funnels(fresh, ["rollback"]);
  expect([none.code, none.said]).toEqual([
    2,
    expect.stringContaining("no build before"),
  ]);
});

function buildFile(dist: string): { id: string; previous: string } {
  return JSON.parse(readFileSync(join(own, dist, "build.json"), "utf8"));
}
