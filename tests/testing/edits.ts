import { join } from "node:path";
import type { Document } from "yaml";
import type { Funnel } from "../../generated/contract.ts";
import { createCompiler } from "../../compiler/compile.ts";
import type { Diagnostic } from "../../compiler/diagnostics/diagnostic.ts";
import { applyFixes } from "../../compiler/edit/apply.ts";
import type { FunnelNode, Program } from "../../compiler/link/program.ts";
import { data, items, text } from "../../compiler/schema/read.ts";
import { ROOT } from "../../compiler/testing/root.ts";
import { readContent } from "../../compiler/workspace/content.ts";
import { readEnvironment } from "../../compiler/workspace/environment.ts";

/** Funnels that are edited while visitors are inside: long ones, and one that forks. */
export const KEYS = ["calm/adhd", "dating/ex-back-new", "body/boost"] as const;

const CONTENT = join(ROOT, "funnels");
const files = readContent(CONTENT);
const { language, ...environment } = readEnvironment(ROOT, CONTENT, "funnels/");
const compile = createCompiler({ language, ...environment });
export const { traits } = language;

/** The text of a file of the content. */
export function textOf(name: string): string {
  return files.find((file) => file.name === name)?.text ?? "";
}

/** A funnel with another text, its safe fixes applied, and its brand; null where the edit is refused. */
export function fixed(
  name: string,
  changed: string,
): { readonly text: string; readonly program: Program } | null {
  let after = changed;
  const around = files.filter((file) =>
    ["site.yaml", name.replace(/[^/]+$/, "brand.yaml")].includes(file.name),
  );
  for (let round = 0; round < 3; round++) {
    const { understood, diagnostics } = compile([
      ...around,
      { name, text: after },
    ]);
    const own = diagnostics.filter(
      ({ at, severity }) =>
        at.file === `funnels/${name}` && severity === "error",
    );
    if (own.length === 0)
      return understood === null ? null : { text: after, program: understood };
    const fixes = own.flatMap(({ fix }) =>
      fix?.kind === "safe" ? [fix.changes] : [],
    );
    after = applyFixes(`funnels/${name}`, after, fixes).text;
  }
  return null;
}

/** A funnel of a program, as it is built. */
export function funnelOf(program: Program, key: string): Funnel {
  const { funnel }: Partial<FunnelNode> =
    program.funnels.find((node) => node.key === key) ?? {};
  const same: Funnel = JSON.parse(JSON.stringify(funnel));
  return same;
}

/** Findings that say that an answer is kept no longer. */
export const LOSING: ReadonlySet<string> = new Set([
  "live/option-gone",
  "live/question-gone",
  "live/kind-changed",
  "live/bounds-narrowed",
]);

/** The questions of which findings say that answers are kept no longer. */
export function saidLost(findings: readonly Diagnostic[]): Set<string> {
  return new Set(
    findings.flatMap(({ code, message }) =>
      LOSING.has(code)
        ? (/answer(?:ed)? "([^"]+)"/.exec(message)?.[1] ?? [])
        : [],
    ),
  );
}

/** A change of a question; false where it is no change of this one. */
type Edit = (document: Document, i: number, question: Question) => boolean;

export interface Question {
  readonly id: string;
  readonly page: string;
  readonly options: readonly unknown[];
  readonly raw: Readonly<Record<string, unknown>>;
}

/** What an editor may do to a question while visitors are inside. */
export const EDITS: Readonly<Record<string, Edit>> = {
  "a label is reworded": (document, i, { options }) => {
    if (options.length === 0) return false;
    document.setIn(["questions", i, "options", 0, "label"], "In other words");
    return true;
  },
  "a choice is stored otherwise": (document, i, { options }) => {
    if (options.length === 0) return false;
    document.setIn(["questions", i, "options", 0, "value"], "otherwise");
    return true;
  },
  "a choice is stored otherwise, and says what it was": (
    document,
    i,
    { options },
  ) => {
    if (options.length === 0) return false;
    const value = text(data(options[0]).value);
    document.setIn(["questions", i, "options", 0, "value"], "otherwise");
    document.setIn(["questions", i, "options", 0, "was"], [value]);
    return true;
  },
  "a choice is taken away": (document, i, { options }) => {
    if (options.length < 3) return false;
    document.deleteIn(["questions", i, "options", 0]);
    return true;
  },
  "choices change places": (document, i, { options }) => {
    if (options.length === 0) return false;
    document.setIn(["questions", i, "options"], options.toReversed());
    return true;
  },
  "a choice is added": (document, i, { options }) => {
    if (options.length === 0) return false;
    const more = { label: "One more", value: "one-more" };
    document.setIn(["questions", i, "options"], [...options, more]);
    return true;
  },
  "the question has another id": (document, i, { page }) => {
    if (page === "info") return false;
    document.setIn(["questions", i, "id"], "otherwise");
    return true;
  },
  "the question has another id, and says what it was": (
    document,
    i,
    { id, page },
  ) => {
    if (page === "info") return false;
    document.setIn(["questions", i, "id"], "otherwise");
    document.setIn(["questions", i, "was"], [id]);
    return true;
  },
  "one answer becomes several": (document, i, { page, options }) => {
    if (page !== "single" || options.length === 0) return false;
    document.setIn(["questions", i, "page"], "multi");
    return true;
  },
  "a number has less room": (document, i, { raw }) => {
    if (typeof raw["max"] !== "number") return false;
    document.setIn(["questions", i, "max"], raw["max"] - 1);
    return true;
  },
  "a question is put before it": (document, i) => {
    const choices = ["One", "Two"].map((label) => ({ label, value: label }));
    const fresh = { id: "put-before", ask: "And this?", options: choices };
    const list = items(data(document.toJS()).questions);
    document.setIn(["questions"], list.toSpliced(i, 0, fresh));
    return true;
  },
  "it is taken away": (document, i) => {
    const list = items(data(document.toJS()).questions);
    document.setIn(["questions"], list.toSpliced(i, 1));
    return true;
  },
  "it comes at the end": (document, i) => {
    const list = items(data(document.toJS()).questions);
    if (i === list.length - 1) return false;
    document.setIn(["questions"], [...list.toSpliced(i, 1), list[i]]);
    return true;
  },
  "several answers become one": (document, i, { page }) => {
    if (page !== "multi") return false;
    for (const key of ["page", "min", "max", "none"])
      document.deleteIn(["questions", i, key]);
    return true;
  },
  "a number has more room": (document, i, { raw }) => {
    if (typeof raw["max"] !== "number") return false;
    document.setIn(["questions", i, "max"], raw["max"] + 1);
    return true;
  },
  "it changes places with the next": (document, i) => {
    const list = items(data(document.toJS()).questions);
    const [one, other] = [list[i], list[i + 1]];
    if (other === undefined) return false;
    document.setIn(["questions"], list.toSpliced(i, 2, other, one));
    return true;
  },
  "only some are asked": (document, i, { raw }) => {
    const list = items(data(document.toJS()).questions);
    const asked = list
      .slice(0, i)
      .map(data)
      .find((one) => items(one.options).length > 0 && one.page === undefined);
    if (asked === undefined || raw["when"] !== undefined) return false;
    const value = text(data(items(asked.options)[0]).value);
    document.setIn(["questions", i, "when"], { [text(asked.id)]: value });
    return value !== "";
  },
  "it is asked in other words": (document, i, { page }) => {
    if (page === "info") return false;
    document.setIn(["questions", i, "ask"], "In other words?");
    return true;
  },
  "a choice leads past others": (document, i, { page, options }) => {
    const list = items(data(document.toJS()).questions);
    const last = text(data(list.at(-1)).id);
    if (page !== "single" || options.length === 0 || i >= list.length - 2)
      return false;
    document.setIn(["questions", i, "options", 0, "to"], last);
    return true;
  },
  "an offer shows its answer": (document, _, { id, page }) => {
    const pages = items(data(document.toJS()).pages);
    const n = pages.findIndex((one) => data(one).page === "offer");
    document.setIn(["pages", n, "heading"], `For {{ ${id} }}`);
    return page === "single" && n !== -1;
  },
};

/** A question as edits look at it, from what its file holds. */
export function questionOf(raw: unknown): Question {
  const { id, page, options } = data(raw);
  return {
    id: text(id),
    page: text(page, "single"),
    options: items(options),
    raw: data(raw),
  };
}
