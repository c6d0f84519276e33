import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import { findCheckout } from "../compiler/checkout.mjs";
import { COMMANDS } from "../compiler/commands/registry.ts";
import { catalogue } from "../compiler/diagnostics/catalogue.ts";
import { data, items } from "../compiler/schema/read.ts";
import { ROOT } from "../compiler/testing/root.ts";

const LONGEST = 120;
/** Of a sentence. */
const MOST_WORDS = 60;
/** What recipes and examples call the things that a reader adds. */
const INVENTED = /\bquote\b|my-brand|calm\/sleep|funnels\/lantern/;
/** Made by a command that the document gives. */
const MADE = "editors/vscode/funnels.vsix";
/** Folders from which documents name files, as those who work in them do. */
const NAMED_FROM = ["", "compiler", "runtime", "server"];

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const tracked = execFileSync("git", ["ls-files"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n");
const documents = tracked.filter((file) => file.endsWith(".md"));
const there = new Set(tracked.flatMap(withFolders));
const { scripts }: { scripts: object } = JSON.parse(read("package.json"));

function withFolders(file: string): string[] {
  return file === "." ? [] : [file, ...withFolders(dirname(file))];
}

/** Each thing that a document has, with the document in front. */
function ofEach(find: (text: string, file: string) => readonly string[]) {
  return documents.flatMap((file) =>
    find(read(file), file).map((found) => `${file}: ${found}`),
  );
}

/** What a document has in marks of code: in a line, indented, and in fences. */
function code(text: string): string[] {
  const fence = /^```\w*\n([\s\S]*?)^```/gm;
  const fenced = [...text.matchAll(fence)].map(([, inside = ""]) => inside);
  const rest = text.replaceAll(fence, "");
  const indented = [...rest.matchAll(/^ {4}(?! *[-\d]).*$/gm)].map(String);
  const inline = [...rest.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one);
  return [...inline, ...indented, ...fenced.flatMap((one) => one.split("\n"))];
}

test("no line of a document is longer than a screen shows beside the code", () => {
  const long = ofEach((text) =>
    text
      .split("\n")
      .flatMap((line, n) => ([...line].length > LONGEST ? [`${n + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test("no sentence of a document is too long to be read once", () => {
  const long = ofEach((text) =>
    sentencesOf(text).filter(
      (sentence) => sentence.split(" ").length > MOST_WORDS,
    ),
  );
  expect(long).toEqual([]);
});

/** The sentences of a document, without its tables, headings and blocks of code. */
function sentencesOf(text: string): string[] {
  const prose = text
    .replaceAll(/```.*?```/gs, "\n\n")
    .replaceAll(/^(?:\||#).*$/gm, "\n");
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s+/g, " "))
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:]) (?=[A-Z`"*[(<])/));
}

test("every file that a document names is there", () => {
  const tops = new Set([...there].map((file) => file.split("/")[0]));
  const named = ofEach((text) =>
    code(text)
      .flatMap((one) => one.split(/[\s"'(),=]+/))
      .map((word) => word.replace(/[.:]?$/, ""))
      .filter((word) => word.includes("/") && tops.has(word.split("/")[0]))
      .filter(
        (word) => !(word in catalogue) && word !== MADE && !INVENTED.test(word),
      ),
  );
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((one) => !isThere(one.split(": ")[1] ?? ""))).toEqual([]);
});

/** Of `runtime/guards/<guard>.ts` the folder. */
function isThere(name: string): boolean {
  const parts = name.replace(/\/$/, "").split("/");
  const open = parts.findIndex((part) => /[<>*{}…$%]/.test(part));
  const known = open === -1 ? parts : parts.slice(0, open);
  return NAMED_FROM.some((from) => there.has(join(from, ...known)));
}

test("every link between documents leads somewhere", () => {
  const links = ofEach((text, file) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|\/|tel:|sms:)([^)\s]+)\)/g)].map(
      ([, link = ""]) =>
        (link.startsWith("#") ? file : dirname(file)) +
        link.replace(/^(?!#)/, "/"),
    ),
  ).map((one) => one.split(": ")[1] ?? "");
  expect(links.length).toBeGreaterThan(150);
  const broken = links.filter((link) => {
    const [path = "", heading] = link.split("#");
    const file = join(path);
    return (
      !there.has(file) ||
      (heading !== undefined && !headings(file).includes(heading))
    );
  });
  expect(broken).toEqual([]);
});

function headings(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

const program = new Command("funnels");
for (const register of COMMANDS) register(program, findCheckout(), () => {});

test("every command that a document gives is one, with the options that it has", () => {
  const wrong: string[] = [];
  const given = ofEach((text) =>
    code(text).flatMap((one) =>
      [...one.matchAll(/(?<![\w/-])funnels (?=[a-z])([^`;&|#>]+)/g)].map(
        ([, words = ""]) => words.trim(),
      ),
    ),
  );
  expect(given.length).toBeGreaterThan(60);
  for (const one of given) {
    const words = one.slice(one.indexOf(": ") + 2).split(/\s+/);
    const { command, rest } = commandOf(program, words);
    const known = command.options.map(({ long }) => long);
    const options = rest.flatMap((word) => /^--[\w-]+/.exec(word) ?? []);
    if (words[0] === "help") continue;
    if (command === program || options.some((name) => !known.includes(name)))
      wrong.push(one);
  }
  expect(wrong).toEqual([]);
});

function commandOf(command: Command, words: readonly string[]) {
  const [first, ...rest] = words;
  const below = command.commands.find((one) => one.name() === first);
  if (below === undefined) return { command, rest: words };
  return commandOf(below, rest);
}

test("every script of npm that a document names is there", () => {
  const run = ofEach((text) =>
    code(text).flatMap((one) =>
      [...one.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map(
        ([, script, usual]) => script ?? usual ?? "",
      ),
    ),
  );
  expect(run.length).toBeGreaterThan(20);
  const names = Object.keys(scripts);
  const missing = run.filter(
    (one) => !names.includes(one.split(": ")[1] ?? ""),
  );
  expect(missing).toEqual([]);
});

const guide = code(read("docs/authoring.md"));
const schemas = tracked.filter((file) =>
  /^schema\/(?:envelope|pages|sections)\//.test(file),
);

test("the guide of editors names every key that content can have", () => {
  const isNamed = (key: string) => {
    const given = new RegExp(String.raw`(?:^|[\s{[(,])${key}:`);
    return guide.some((one) => one === key || given.test(one));
  };
  const keys = schemas.flatMap((file) =>
    [...keysOf(JSON.parse(read(file)))].map((key) => ({ file, key })),
  );
  expect(keys.length).toBeGreaterThan(400);
  const missing = keys
    .filter(({ key }) => !isNamed(key))
    .map(({ file, key }) => `${key} of ${file}`);
  expect(
    missing,
    "docs/authoring.md has each in backticks, or in an example",
  ).toEqual([]);
});

/** The keys that a schema describes, at any depth. */
function keysOf(schema: unknown): ReadonlySet<string> {
  if (Array.isArray(schema)) return new Set(schema.flatMap(below));
  const { traits: _of, examples: _shown, ...rest } = data(schema);
  const own = Object.keys(data(rest.properties));
  return new Set([...own, ...Object.values(rest).flatMap(below)]);
}

function below(value: unknown): string[] {
  return typeof value === "object" ? [...keysOf(value)] : [];
}

test("the guide of editors names every word that content can choose", () => {
  const isNamed = (word: string) => {
    const given = new RegExp(
      String.raw`(?:^|[\s{[(,"])${word}(?:$|[\s}\]),"])`,
    );
    return guide.some((one) => given.test(one));
  };
  const chosen = schemas.flatMap((file) =>
    [...wordsOf(JSON.parse(read(file)))].map((word) => ({ file, word })),
  );
  expect(chosen.length).toBeGreaterThan(120);
  const missing = chosen
    .filter(({ word }) => !isNamed(word))
    .map(({ file, word }) => `${word} of ${file}`);
  expect(
    missing,
    "docs/authoring.md has each in backticks, or in an example",
  ).toEqual([]);
});

test("the guides name every payment provider, for editors and for whoever sets it up", () => {
  const facts = tracked.filter((file) => file.startsWith("schema/payments/"));
  expect(facts.length).toBeGreaterThan(3);
  const operations = read("docs/operations.md");
  for (const file of facts) {
    expect(guide, "docs/authoring.md").toContain(basename(file, ".json"));
    const { title }: { title: string } = JSON.parse(read(file));
    expect(operations, `docs/operations.md: ${title}`).toContain(title);
  }
});

/** The words of which a schema takes one, at any depth. */
function wordsOf(schema: unknown): ReadonlySet<string> {
  if (typeof schema !== "object") return new Set();
  const { traits: _of, examples: _shown, enum: words, ...rest } = data(schema);
  const own = items(words).map(String);
  const inner = Array.isArray(schema) ? schema : Object.values(rest);
  return new Set([...own, ...inner.flatMap((one) => [...wordsOf(one)])]);
}

test("the README lists every command", () => {
  const [, list = ""] =
    /\n## Commands\n([\s\S]*?)\n## /.exec(read("README.md")) ?? [];
  const listed = [...list.matchAll(/^- ([^:]+):/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`(\w+)/g)].map(([, name = ""]) => name),
  );
  const all = program.commands.map((one) => one.name());
  expect([...new Set(listed)].toSorted()).toEqual(all.toSorted());
});
