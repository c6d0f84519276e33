import pc from "picocolors";
import { describe, expect, test } from "vitest";
import type { Change } from "../diff/change.ts";
import { markdownChanges, prettyChanges } from "./changes.ts";
import { markedWords } from "./word-marks.ts";

const MARKS = {
  gone: (words: string) => `[-${words}-]`,
  fresh: (words: string) => `{+${words}+}`,
  same: (words: string) => words,
};

const TWENTY = "a b c d e f g h i j k l m n o p q r s t";

describe("two texts as one", () => {
  test.each([
    ["the same", "a b", "a b", "a b"],
    ["a word changed", "a b c", "a x c", "a [-b-]{+x+} c"],
    ["a word more", "a b", "a b c", "a b {+c+}"],
    ["a word less", "a b c", "b c", "[-a-] b c"],
    ["nothing in common", "a b", "x y", "[-a b-]{+x y+}"],
    [
      "hardly anything in common",
      "a b c d",
      "x y c z",
      "[-a b c d-]{+x y c z+}",
    ],
    ["two places", "a b c d e", "a x c y e", "a [-b-]{+x+} c [-d-]{+y+} e"],
    ["a list with less", "a, b, c", "a", "[-a, b, c-]{+a+}"],
    ["a list with one less", "a, b, c", "a, c", "a, [-b,-] c"],
    ["a list in another order", "a, b, c", "b, a, c", "[-a,-] b{+, a+}, c"],
    [
      "a variable",
      "Hi {{ a | b c }} d",
      "Hi {{ a | c }} d",
      "Hi [-{{ a | b c }}-]{+{{ a | c }}+} d",
    ],
    [
      "far words of a long text",
      `${TWENTY} z`,
      `x ${TWENTY.slice(2)} y`,
      "[-a-]{+x+} b c d e … q r s t [-z-]{+y+}",
    ],
  ])("%s", (_, before, after, marked) => {
    expect(markedWords(before, after, MARKS)).toBe(marked);
  });

  test("loses no word", () => {
    const words = ["a", "b", "a,", "c;", "{{ d }}"];
    const texts = Array.from({ length: 200 }, (_, n) =>
      Array.from(
        { length: (n % 7) + 1 },
        (__, i) => words[(n * 3 + i * i) % 5],
      ).join(" "),
    );
    for (const [i, before] of texts.entries()) {
      const after = texts[(i * 7 + 1) % texts.length] ?? "";
      const marked = markedWords(before, after, MARKS);
      const without = (gone: RegExp, left: RegExp) =>
        marked
          .replaceAll(gone, "")
          .replaceAll(left, " ")
          .replaceAll(/\s+/g, "");
      expect(without(/\{\+.*?\+\}/g, /\[-|-\]/g)).toBe(
        before.replaceAll(/\s+/g, ""),
      );
      expect(without(/\[-.*?-\]/g, /\{\+|\+\}(?!\})/g)).toBe(
        after.replaceAll(/\s+/g, ""),
      );
    }
  });
});

function change(fields: Partial<Change>): Change {
  return {
    area: "texts",
    of: "demo/quiz",
    step: "mood",
    what: "headline",
    before: "Old",
    after: "New",
    way: null,
    ...fields,
  };
}

test("what is the same on several steps is one line, with its example and the pages", () => {
  const changes = [
    change({}),
    change({ step: "goal" }),
    change({ area: "ways", step: "age", what: "leads to", way: 'age "12"' }),
  ];
  const pages = { "demo/quiz": ["/quiz/start", "/quiz/2-goal"] };
  expect(prettyChanges({ changes, pages }, pc.createColors(false))).toBe(
    `Ways
  demo/quiz age  leads to: [-Old-]{+New+}
    for example age "12"

Texts
  demo/quiz mood, goal  headline: [-Old-]{+New+}

Pages to look at
  demo/quiz  /quiz/start /quiz/2-goal`,
  );
  expect(markdownChanges({ changes, pages })).toBe(
    `### Ways

- \`demo/quiz age\` leads to: ~~Old~~ **New**, for example age "12"

### Texts

- \`demo/quiz mood, goal\` headline: ~~Old~~ **New**

### Pages to look at

- \`demo/quiz\` \`/quiz/start\` \`/quiz/2-goal\``,
  );
});

test("a comment that GitHub would refuse is cut, and says so", () => {
  const changes = Array.from({ length: 900 }, (_, i) =>
    change({ step: `step-${i}`, after: `${"word ".repeat(20)}${i}` }),
  );
  const comment = markdownChanges({ changes, pages: {} });
  expect(comment.length).toBeLessThan(65_536);
  const told = comment.match(/^- /gm)?.length ?? 0;
  expect(told).toBeGreaterThan(300);
  expect(comment).toContain(
    `**And ${900 - told} more**, which a comment has no room for. \`npx funnels diff\` says all of them.`,
  );
});
