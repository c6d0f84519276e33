import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { ADDED, LINES, QUIZ, type RULE } from "./added.ts";

/** What the project is made of; the tests and the content of another tree are not copied. */
const PARTS = [
  "compiler",
  "runtime",
  "schema",
  "server",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];

export interface ProjectCopy {
  readonly dir: string;
  remove(): void;
}

/** A copy of the project with small content, to which a page and a section are added as CONTRIBUTING.md says. */
export function copyWithAdded(): ProjectCopy {
  const dir = mkdtempSync(join(tmpdir(), "funnels-recipe-"));
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(dir, part), {
      recursive: true,
      filter: (path) =>
        !/\.(test|fixture)\.tsx?$/.test(path) && basename(path) !== "testing",
    });
  linkModules(dir);
  cpSync(join(ROOT, "tests/cases/_base"), join(dir, "funnels"), {
    recursive: true,
  });
  for (const [path, text] of Object.entries(ADDED)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text.trimStart());
  }
  for (const { file, after, line } of LINES)
    addLine(join(dir, file), after, line);
  writeFileSync(join(dir, "funnels/demo/quiz.yaml"), QUIZ);
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Each package by itself: what is cached beside them belongs to one checkout. */
function linkModules(dir: string): void {
  const modules = join(dir, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== ".cache" && !name.startsWith(".vite"))
      symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
}

/** Writes a file of the recipe and adds what goes with it. */
export function add(
  { dir }: ProjectCopy,
  { file, text, additions }: typeof RULE,
): void {
  writeFileSync(join(dir, file), text.trimStart());
  for (const addition of additions)
    addLine(join(dir, addition.file), addition.before, addition.text);
}

function addLine(file: string, place: RegExp, line: string): void {
  const text = readFileSync(file, "utf8");
  const changed = text.replace(place, line);
  if (changed === text) throw new Error(`no place for a line in ${file}`);
  writeFileSync(file, changed);
}
