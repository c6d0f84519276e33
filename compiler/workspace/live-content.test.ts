import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type LiveContent,
  openContent,
  readWhatIsAllowed,
} from "./live-content.ts";

let dir = "";
let live: LiveContent;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-live-"));
  mkdirSync(join(dir, "calm/assets"), { recursive: true });
  for (const name of ["site", "calm/brand", "calm/adhd", "calm/sleep"])
    save(`${name}.yaml`, name);
  save("calm/assets/a.svg", "a");
  live = openContent(dir);
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function save(name: string, text: string): void {
  writeFileSync(join(dir, name), text);
}

function notify(event: string, ...names: readonly string[]): void {
  for (const name of names) live.changed(event, join(dir, name));
}

/** Text by name, and the names of files that are other objects than at the reading before. */
let last: ReadonlyMap<string, object> = new Map();
function read() {
  const now = live.read();
  if (now === null) return null;
  const before = last;
  last = new Map(now.files.map((file) => [file.name, file]));
  return {
    texts: Object.fromEntries(now.files.map(({ name, text }) => [name, text])),
    changed: [...last.keys()].filter(
      (name) => last.get(name) !== before.get(name),
    ),
    assets: Object.fromEntries(
      [...now.assets].map(([id, files]) => [id, files.map(({ name }) => name)]),
    ),
  };
}

const ALL = [
  "calm/adhd.yaml",
  "calm/brand.yaml",
  "calm/sleep.yaml",
  "site.yaml",
];

test("only what has changed is read, and all of it at once", () => {
  expect(read()?.changed).toEqual(ALL);
  save("calm/adhd.yaml", "new");
  save("calm/brand.yaml", "newer");
  expect(read()).toBeNull();
  notify("change", "calm/adhd.yaml", "calm/brand.yaml");
  expect(read()).toMatchObject({
    changed: ["calm/adhd.yaml", "calm/brand.yaml"],
    texts: { "calm/adhd.yaml": "new", "calm/brand.yaml": "newer" },
  });
  // Many changes are one.
  expect(read()).toBeNull();
});

test("a file that was saved as it was is the same", () => {
  read();
  save("calm/adhd.yaml", "calm/adhd");
  notify("change", "calm/adhd.yaml");
  expect(read()?.changed).toEqual([]);
});

test("files and pictures come and go", () => {
  expect(read()?.assets).toEqual({ calm: ["a.svg"] });
  save("calm/new.yaml", "new");
  rmSync(join(dir, "calm/adhd.yaml"));
  save("calm/assets/b.svg", "b");
  rmSync(join(dir, "calm/assets/a.svg"));
  notify("add", "calm/new.yaml", "calm/assets/b.svg");
  notify("unlink", "calm/adhd.yaml", "calm/assets/a.svg");
  const now = read();
  expect(now?.changed).toEqual(["calm/new.yaml"]);
  expect(Object.keys(now?.texts ?? {})).not.toContain("calm/adhd.yaml");
  expect(now?.assets).toEqual({ calm: ["b.svg"] });
});

test("a file that has gone before anybody tells of it takes no other change with it", () => {
  read();
  save("calm/adhd.yaml", "new");
  rmSync(join(dir, "calm/sleep.yaml"));
  notify("change", "calm/adhd.yaml", "calm/sleep.yaml");
  expect(read()).toBeNull();
  notify("unlink", "calm/sleep.yaml");
  expect(read()?.changed).toEqual(["calm/adhd.yaml"]);
});

test("a folder that takes the place of another is read whole", () => {
  read();
  cpSync(join(dir, "calm"), join(dir, "other"), { recursive: true });
  save("other/adhd.yaml", "other");
  renameSync(join(dir, "calm"), join(dir, ".old"));
  renameSync(join(dir, "other"), join(dir, "calm"));
  notify("unlinkDir", "other");
  notify("addDir", "calm");
  expect(read()).toMatchObject({
    changed: ["calm/adhd.yaml"],
    texts: { "calm/adhd.yaml": "other" },
  });
});

test("a file that may not be read ends no watch", () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  read();
  const refused = () => {
    throw Object.assign(new Error("refused"), {
      code: "EACCES",
      path: "a.yaml",
    });
  };
  expect(readWhatIsAllowed({ ...live, read: refused })).toBeNull();
  expect(said.mock.calls).toEqual([
    [expect.stringMatching(/^a\.yaml cannot be read/)],
  ]);
  said.mockRestore();
});

test("what nobody has told of is found at the second look, and read", () => {
  read();
  expect(live.look()).toEqual([]);
  save("calm/adhd.yaml", "another");
  save("calm/new.yaml", "new");
  save("calm/assets/b.svg", "b");
  rmSync(join(dir, "calm/sleep.yaml"));
  // The watcher may tell of it yet.
  expect(live.look()).toEqual([]);
  expect(read()).toBeNull();
  expect(live.look().toSorted()).toEqual([
    "calm/adhd.yaml",
    "calm/assets/b.svg",
    "calm/new.yaml",
    "calm/sleep.yaml",
  ]);
  const found = read();
  expect(found?.changed).toEqual(["calm/adhd.yaml", "calm/new.yaml"]);
  expect(found?.texts).not.toHaveProperty("calm/sleep.yaml");
  expect(found?.assets).toEqual({ calm: ["a.svg", "b.svg"] });
  expect(live.look()).toEqual([]);
  expect(read()).toBeNull();
});

test("what was told of is not found once more", () => {
  read();
  live.look();
  save("calm/adhd.yaml", "another");
  notify("change", "calm/adhd.yaml");
  read();
  expect([live.look(), live.look()]).toEqual([[], []]);
});
