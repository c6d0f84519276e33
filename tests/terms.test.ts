import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

/** Words that only this project would use for what they name, and the term that everybody knows. */
const TERMS: readonly (readonly [string, string])[] = [
  ["Desk", "context"],
  ["World", "environment"],
  ["Notebook", "step usage"],
  ["Commission", "preview request"],
  ["strands?", "boot failure"],
  ["veil(?:ed)?", "pre-hydration"],
  ["punch(?:ed)?", "extract variables"],
  ["endless", "loop"],
  ["concluded?", "finish"],
  ["judged?", "lint"],
  ["verdict", "lint result"],
];

const FORMS = TERMS.flatMap(([word]) => {
  const [first = ""] = word;
  const rest = word.slice(1);
  return [
    `${first.toUpperCase()}${rest}`,
    `(?<![A-Za-z])${first.toLowerCase()}${rest}`,
  ];
});
/** A word by itself, or one of the words of a name: `isJudged`, `endlessHost`. */
const NAMED = new RegExp(`(?:${FORMS.join("|")})(?![a-z])`, "g");

test.each(["compiler", "runtime", "server", "tests"])(
  "names in %s are terms of the field",
  (wing) => {
    const files = readdirSync(join(ROOT, wing), {
      recursive: true,
      encoding: "utf8",
    }).filter((name) => /\.(?:tsx?|mjs)$/.test(name));
    expect(files.length).toBeGreaterThan(50);
    const named = files.flatMap((name) =>
      namesIn(readFileSync(join(ROOT, wing, name), "utf8")).map(
        (found) => `${wing}/${name}: ${found}`,
      ),
    );
    expect(named).toEqual([]);
  },
);

test.each([
  ["type Verdict = 1;", ["Verdict"]],
  ["const verdict = isJudged;", ["verdict", "Judged"]],
  ["type Desk = 1; const endlessHost = 2;", ["Desk", "endless"]],
  ['// A verdict.\nconst text = "endless";', []],
  ["test(/^flow\\/(?:endless|x)$/.test(code));", []],
])("%s names %j", (text, found) => {
  expect(namesIn(text)).toEqual(found);
});

/** What a text calls by such words, outside of comments, patterns and strings. */
function namesIn(text: string): string[] {
  const code = text
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "")
    .replaceAll(/(?<=(?:^|[(,=])\s*)\/(?:\\.|[^/\n])+\/(?=[.,;)gi])/gm, "")
    .replaceAll(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g, "");
  return [...code.matchAll(NAMED)].map(([name]) => name);
}
