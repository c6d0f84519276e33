import { join } from "node:path";
import { createCompiler, type Compilation } from "../compile.ts";
import type { ContentFile } from "../parse/file-name.ts";
import { ROOT } from "./root.ts";
import { readContent } from "../workspace/content.ts";
import type { FontFaces } from "../emit/theme.ts";
import type { FunnelNode, Program } from "../link/program.ts";
import { readEnvironment } from "../workspace/environment.ts";

/** The small, right tree that the golden cases start from: site, brand `demo`, funnel `demo/quiz`. */
export const BASE_DIR = join(ROOT, "tests/cases/_base");
export const baseFiles = readContent(BASE_DIR);
export const baseEnvironment = readEnvironment(ROOT, BASE_DIR, "");

const compile = createCompiler(baseEnvironment);

/** Compiles the base tree with some files replaced or added. */
export function compileWith(...changed: readonly ContentFile[]): Compilation {
  const names = new Set(changed.map(({ name }) => name));
  return compile([
    ...baseFiles.filter(({ name }) => !names.has(name)),
    ...changed,
  ]);
}

/** A replacement in a file of the base tree: its name, what is there, and what comes instead. */
export type Edit = readonly [name: string, from: string, to: string];

/** The base tree after some replacements; throws what is wrong with it. */
export function programWith(edits: readonly Edit[]): Program {
  const texts = new Map(baseFiles.map(({ name, text }) => [name, text]));
  for (const [name, from, to] of edits) {
    const text = texts.get(name) ?? "";
    if (!text.includes(from)) throw new Error(`"${from}" is not in ${name}`);
    texts.set(name, text.replace(from, to));
  }
  const { program, diagnostics } = compile(
    [...texts].map(([name, text]) => ({ name, text })),
  );
  if (program !== null) return program;
  throw new Error(diagnostics.map(({ message }) => message).join("\n"));
}

/** Links one funnel of the brand `demo`; throws what is wrong with it. */
export function linkedQuiz(
  questions: string,
  pages = "",
  before = "",
): FunnelNode {
  const text = quizText(questions, pages, before);
  const { program, diagnostics } = compileWith({
    name: "demo/quiz.yaml",
    text,
  });
  const [node] = program?.funnels ?? [];
  if (node === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return node;
}

/** The text of a funnel; `questions` and `pages` are list items, a thank-you page is the last. */
export function quizText(questions: string, pages = "", before = ""): string {
  return [
    "name: Quiz",
    "title: A short quiz",
    "mounts: [/quiz]",
    before,
    "questions:",
    questions,
    "pages:",
    pages,
    "- { path: thank-you, page: thank-you, heading: Thank you }",
    "",
  ].join("\n");
}

/** A font for every brand that nobody looks at. */
export function someFonts({ brands }: Program): ReadonlyMap<string, FontFaces> {
  const faces = { css: "", family: "serif", preload: "/assets/fonts/a.woff2" };
  return new Map(brands.map(({ brand }) => [brand.id, faces]));
}
