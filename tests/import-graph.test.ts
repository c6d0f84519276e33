import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";

/** What each file imports, types included: files by their path below the wing. */
type Graph = ReadonlyMap<string, readonly string[]>;

const ROOT = join(import.meta.dirname, "..");
const IMPORT =
  /(?:^|[;{}\n])\s*(?:import|export)\b[^;"'`]*?from\s*"(\.[^"]+)"|\bimport\s*\(\s*"(\.[^"]+)"|(?:^|\n)import\s+"(\.[^"]+)"/g;

describe.each(["compiler", "runtime", "server"])("%s", (wing) => {
  const files = readWing(wing);

  test("has files to look at", () => {
    expect(files.size).toBeGreaterThan(50);
  });

  test("has no circle of files, types included", () => {
    expect(circlesOf(files)).toEqual([]);
  });
});

test("no file is alone in a folder, but the component of a page or a section", () => {
  const files = execFileSync("git", ["ls-files"], {
    cwd: ROOT,
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    // Cases are folders as content has them, and services ask for theirs.
    .filter((name) => !/^(?:tests\/cases\/|\.)/.test(name))
    .filter((name) => !/^runtime\/(?:pages|sections)\/[^/]+\//.test(name));
  const entries = new Map<string, Set<string>>();
  for (const name of files)
    for (let at = name; dirname(at) !== "."; at = dirname(at))
      entries.set(dirname(at), (entries.get(dirname(at)) ?? new Set()).add(at));
  const alone = [...entries.values()].flatMap((inside) => {
    const [only = ""] = inside;
    return inside.size > 1 || entries.has(only) ? [] : [only];
  });
  expect(alone).toEqual([]);
});

test("pages and sections read the visitor's state by hooks alone", () => {
  const direct = [...readWing("runtime")].flatMap(([file, imports]) =>
    /^(?:pages|sections)\//.test(file) && !isTest(file)
      ? imports
          .filter((to) => to.startsWith("state/"))
          .map((to) => `${file} imports ${to}`)
      : [],
  );
  expect(direct).toEqual([]);
});

/** Where what is found would not follow from what is given alone: a file, a clock, chance, the machine's own zone or language. */
const BESIDE =
  /from "node:(?!util"|path")|from "\.\.\/workspace\/|\bprocess\.|\bperformance\.|\bDate\.now\b|\bnew Date\((?!`[^`]*Z`\))|\bMath\.random\b|\bcrypto\.|\bresolvedOptions\b|\blocaleCompare\(/g;

test.each(["parse", "link", "prove", "rules"])(
  "what is found by compiler/%s follows from what it is given",
  (folder) => {
    const graph = readWing("compiler");
    const own = [...graph.keys()].filter(
      (name) =>
        name.startsWith(`${folder}/`) &&
        !/\.(?:test|fixture|fuzz)\b/.test(name),
    );
    expect(own.length).toBeGreaterThan(5);
    // Findings are kept by what they were made of: nothing may come in beside.
    const found = [...reachedFrom(graph, own)].flatMap((name) =>
      [
        ...readFileSync(join(ROOT, "compiler", name), "utf8").matchAll(BESIDE),
      ].map(([words]) => `compiler/${name}: ${words}`),
    );
    expect(
      found,
      "findings are kept by what rules are given (docs/decisions/0031)",
    ).toEqual([]);
  },
);

/** Files and all that they import, by whatever way. */
function reachedFrom(
  graph: Graph,
  files: readonly string[],
): ReadonlySet<string> {
  const reached = new Set(files);
  for (const name of reached)
    for (const to of graph.get(name) ?? []) reached.add(to);
  return reached;
}

test.each(["compiler", "runtime", "server"])(
  "no folder of %s is imported, by whatever way, by one that it imports",
  (wing) => {
    expect(circlesOf(folderGraph(readWing(wing)))).toEqual([]);
  },
);

describe.each(["compiler", "runtime", "server"])(
  "the table of %s in docs/architecture.md",
  (wing) => {
    const rows = foldersIn(ROOT, wing);

    test("has each folder, in any order", () => {
      const folders = readdirSync(join(ROOT, wing), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
      expect(rows.map(({ folder }) => folder).sort()).toEqual(folders.sort());
    });

    test.each(rows)(
      "says of $folder what its main file says",
      ({ folder, purpose, main }) => {
        const text = readFileSync(join(ROOT, wing, folder, main), "utf8");
        expect(text.split("\n")[0]).toBe(
          `/** The folder \`${folder}\` holds ${purpose}. */`,
        );
      },
    );
  },
);

/** The rows of the table of a wing; the tables stand in the order of the wings. */
function foldersIn(root: string, wing: string) {
  const guide = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const tables = guide.split(/^\| folder .*$/m).slice(1);
  const table = tables[["compiler", "runtime", "server"].indexOf(wing)] ?? "";
  const lines = table.slice(0, table.indexOf("\n\n")).split("\n");
  return lines.flatMap((line) => {
    const [, folder, purpose, main] =
      /^\| `([a-z]+)\/` +\| (.+?) +\| `([\w.-]+)` +\|$/.exec(line) ?? [];
    return folder === undefined || purpose === undefined || main === undefined
      ? []
      : [{ folder, purpose, main }];
  });
}

test.each<[string, Record<string, string[]>, string[][]]>([
  ["a chain", { a: ["b"], b: ["c"], c: [] }, []],
  ["two ways to one file", { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }, []],
  ["a circle", { a: ["b"], b: ["c"], c: ["b"] }, [["b", "c"]]],
  ["a file that imports itself", { a: ["a"] }, [["a"]]],
  [
    "two circles",
    { a: ["b"], b: ["a", "c"], c: ["d"], d: ["c"] },
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
])("%s is told apart from others", (_, graph, circles) => {
  expect(circlesOf(new Map(Object.entries(graph)))).toEqual(circles);
});

test.each([
  ['import { a } from "./a.ts";', ["./a.ts"]],
  ['import type { A } from "../a.ts";', ["../a.ts"]],
  ['import {\n  a,\n  type B,\n} from "./a.ts";', ["./a.ts"]],
  ['export { a } from "./a.ts";', ["./a.ts"]],
  ['const a = await import("./a.ts");', ["./a.ts"]],
  ['import "./a.css";', ["./a.css"]],
  ['import { a } from "a";', []],
])("%s imports %j", (text, found) => {
  expect(importsOf(text)).toEqual(found);
});

function readWing(wing: string): Graph {
  const folder = join(ROOT, wing);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => name.split(sep).join("/"));
  const known = new Set(names);
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      const found = importsOf(text).map((to) =>
        relative(folder, resolve(folder, dirname(name), to))
          .split(sep)
          .join("/"),
      );
      return [name, [...new Set(found)].filter((to) => known.has(to))] as const;
    }),
  );
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(
    ([, from, late, bare]) => from ?? late ?? bare ?? [],
  );
}

function folderOf(file: string): string {
  return file.split("/")[0] ?? file;
}

function isTest(file: string): boolean {
  return /\.(test|fixture)\.tsx?$/.test(file) || folderOf(file) === "testing";
}

/** The same graph between the folders of a wing; a file in its root stands for itself. Tests may reach everywhere. */
function folderGraph(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, imports] of files) {
    if (isTest(file)) continue;
    const folder = folderOf(file);
    const others = imports.map(folderOf).filter((other) => other !== folder);
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others]));
  }
  return new Map([...folders].map(([folder, to]) => [folder, [...to]]));
}

/** The circles of a graph, by Tarjan: each as the sorted names of those that reach each other. */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): number => {
    const at = order.size;
    order.set(name, at);
    let low = at;
    open.push(name);
    for (const next of graph.get(name) ?? [])
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    if (low === at) {
      const circle = open.splice(open.indexOf(name));
      const own = graph.get(name)?.includes(name) === true;
      if (circle.length > 1 || own) circles.push(circle.toSorted());
    }
    return low;
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return circles.toSorted((a, b) => String(a).localeCompare(String(b)));
}
