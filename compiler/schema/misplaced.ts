import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";
import { pathOf, valueAt } from "./json-pointer.ts";
import { isData } from "./read.ts";

type Kind = "question" | "page" | "section" | "choice";

/** How the lists of a funnel are called in words, by what they hold. */
const LISTS: Readonly<Record<Kind, string>> = {
  question: "questions",
  page: "pages",
  section: "sections",
  choice: "choices",
};

/**
 * An item that belongs into another list, as a question does that is indented into the choices of the one before, is one
 * mistake: what it would need where it stands, it does not need where it belongs.
 *
 * @returns the findings about such items, and the errors that are about something else
 */
export function misplacedItems(
  errors: readonly ErrorObject[],
  source: Source,
): {
  readonly found: readonly Diagnostic[];
  readonly others: readonly ErrorObject[];
} {
  const found = new Map<string, Diagnostic>();
  const others = errors.filter((error) => {
    const path = itemOf(pathOf(error.instancePath, source.data));
    if (path === null) return true;
    const item = valueAt(source.data, path);
    const expected = kindAt(path);
    const kind = expected === null ? null : kindOf(item, expected);
    if (kind === null || expected === null || kind === expected) return true;
    found.set(
      path.join("/"),
      diagnose("page/unknown", source.span(path, "value"), {
        name: kind,
        known: [],
        misplaced: {
          among: LISTS[expected],
          move: moveOf(kind, path, source),
        },
      }),
    );
    return false;
  });
  return { found: [...found.values()], others };
}

/** The innermost item of a list of questions, pages, sections or choices around a place. */
function itemOf(path: Path): Path | null {
  for (let end = path.length; end > 0; end -= 1) {
    const item = path.slice(0, end);
    if (typeof item.at(-1) === "number" && kindAt(item) !== null) return item;
  }
  return null;
}

/** What the list holds that an item stands in. */
function kindAt(item: Path): Kind | null {
  const list = item.at(-2);
  if (item.length === 2 && list === "questions") return "question";
  if (item.length === 2 && list === "pages") return "page";
  if (list === "sections") return "section";
  return list === "options" || item.at(-3) === "optionSets" ? "choice" : null;
}

const OF_CHOICES = /^(?:label|value|was|note|emoji|picture|points|danger)$/;

/** What an item is by its keys; null where that is not certain. */
function kindOf(item: unknown, expected: Kind): Kind | null {
  if (!isData(item)) return null;
  const has = (...keys: string[]) => keys.some((key) => key in item);
  if (has("section")) return has("page", "path", "ask") ? null : "section";
  if (has("label"))
    return Object.keys(item).every((key) => OF_CHOICES.test(key))
      ? "choice"
      : null;
  if (has("path")) return has("page") && !has("ask", "id") ? "page" : null;
  if (has("ask")) return has("page") && !has("id") ? null : "question";
  const isStep = has("id") && has("page");
  // Among pages it may be one whose `path` is called `id`.
  return isStep && expected === "choice" ? "question" : null;
}

function moveOf(kind: Kind, path: Path, source: Source): string {
  if (kind === "question" && path.length > 2) {
    const column = dashOf(path.slice(0, 2), source);
    if (path[0] === "questions" && column !== null)
      return `indent its dash with ${column} spaces, like those of the questions`;
  }
  if (kind === "choice" && path[0] === "questions") {
    const before = [...path.slice(0, 1), Number(path[1]) - 1, "options", 0];
    const column = dashOf(before, source);
    if (column !== null)
      return `indent its dash with ${column} spaces, like those of the choices above`;
  }
  if (kind === "question" || kind === "page")
    return `move it to \`${LISTS[kind]}\``;
  return kind === "section"
    ? "move it below the `sections` of a page"
    : "move it below the `options` of a question";
}

/** How far the dash of an item is indented; null for one without. */
function dashOf(item: Path, source: Source): number | null {
  if (valueAt(source.data, item) === undefined) return null;
  const { line } = source.span(item, "value");
  const written = source.text.split("\n")[line - 1] ?? "";
  return /^ *- /.test(written) ? written.indexOf("-") : null;
}
