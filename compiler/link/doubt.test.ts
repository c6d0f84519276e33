import { expect, test } from "vitest";
import { texts } from "../diagnostics/texts.ts";
import type { TextEvents } from "./holes.ts";
import { parseMarkdown, parseText } from "./text.ts";

/** What is said of marks and links in a text, in a form of it. */
function doubts(text: string, form: "line" | "blocks"): string[] {
  const heard: string[] = [];
  const nothing = () => undefined;
  const events: TextEvents = {
    variable: nothing,
    malformed: nothing,
    single: nothing,
    link: nothing,
    tooComplex: nothing,
    blank: nothing,
    constant: nothing,
    tag: (written) => heard.push(`tag ${written}`),
    brokenLink: (written) => heard.push(`broken ${written}`),
    spacedLink: (written) => heard.push(`spaced ${written}`),
    unclosed: (written) => heard.push(`unclosed ${written}`),
    looseMark: (kind, written) => heard.push(`${kind} ${written}`),
  };
  if (form === "line") parseText(text, "check", () => events);
  else parseMarkdown(text, "check", () => events);
  return heard;
}

test.each([
  ["- Sleep\n- Eat", "- Sleep"],
  ["1. Sleep\n2. Eat", "1. Sleep"],
  ["* Sleep\n* Eat", "* Sleep"],
  ["• Sleep\n• Eat", "• Sleep"],
  ["So:\n\n- Sleep\n- Eat", "- Sleep"],
  [
    "- Sleep at the same hour,\n  also at weekends\n- Eat early",
    "- Sleep at the same hour,",
  ],
  ["- Sleep\\\n- Eat\n- Walk", "- Eat"],
  ["So:\n1. Sleep\n\n2. Eat", "1. Sleep"],
])("items that become one line in a text without lists: %j", (text, item) => {
  expect(doubts(text, "line")).toEqual([`no-lists ${item}`]);
});

test.each([
  ["- Where are you?\\\n- At home."],
  ["- Where are you?  \n- At home."],
  ["- Where are you?\n\n- At home."],
  ["- Where are you,\n  now?\n\n- At home."],
  ["• Sleep\\\n• Eat"],
  ["– Where are you?\n– At home."],
  ["Two roads diverged\n\n- Robert Frost"],
  ["- one item only\nand more"],
  ["Save a fifth.*\n* In the first year"],
  ["- 5 degrees"],
])("lines that visitors see as such, or that are no list: %j", (text) => {
  expect(doubts(text, "line")).toEqual([]);
});

test.each([
  ["- Where are you?\n- At home."],
  ["* Sleep\n* Eat"],
  ["- Sleep,\n  also at weekends\n- Eat"],
])("are lists where a text has lists: %j", (text) => {
  expect(doubts(text, "blocks")).toEqual([]);
});

test.each([
  ["[/terms](our terms)", "[our terms](/terms)"],
  ["[https://a.example/b](our terms )", "[our terms](https://a.example/b)"],
  ["(call us)[tel:+1 800 555 0199]", "[call us](tel:+18005550199)"],
  ["(our terms)[/terms]", "[our terms](/terms)"],
  ["[our terms] [/terms]", "[our terms](/terms)"],
])("a link the wrong way round: %s", (text, meant) => {
  expect(doubts(text, "line")).toEqual([`broken ${text}`]);
  const { hint, instead } = texts["text/broken-link"].say({ written: text });
  expect(hint).toBe(`write \`${meant}\``);
  expect(instead?.to).toBe(meant);
});

test("words with brackets of their own are left to whoever wrote them", () => {
  const text = "(our terms [here])[/terms]";
  expect(doubts(text, "line")).toEqual([`broken ${text}`]);
  const { hint, instead } = texts["text/broken-link"].say({ written: text });
  expect(hint).toBe("write `[words](/terms)`");
  expect(instead).toBeUndefined();
});

test.each([
  ['[/terms](/terms "Our terms")'],
  ["[https://a.example]( /terms )"],
  ["[our terms](/terms)"],
  ["Call (800) 555-0199 [toll-free](tel:8005550199)"],
])("a link as it should be: %s", (text) => {
  expect(doubts(text, "line").join()).not.toContain("broken");
});

test.each([
  ["It was ~~99~~ once.", ["struck ~~99~~"]],
  ["| Day | What |\n| --- | :-: |\n| 1 | Rest |", ["table | --- | :-: |"]],
  ["Day | What\n--- | ---\n1 | Rest", ["table --- | ---"]],
  ["![A](https://b.example/a.png)", ["picture ![A](https://b.example/a.png)"]],
  ["- [ ] Sleep well\n- [x] Eat", ["box - [ ] Sleep well", "box - [x] Eat"]],
  ["One.\n\n---\n\nTwo.", ["rule ---"]],
  ["* * *", ["rule * * *"]],
])("marks that Markdown has elsewhere: %j", (text, said) => {
  expect(doubts(text, "blocks")).toEqual(said);
});

test.each([
  ["A headline\n---\n\nand more"],
  ["--- he said, and left"],
  ["5~~6 or ~ 7 ~"],
  ["{{ name | friend }}\n\n| so |"],
  ["Look! [Here](https://b.example/a.png)"],
  ["![A boat](/boat.png)"],
])("lines that have a meaning here, or none: %j", (text) => {
  expect(doubts(text, "blocks")).toEqual([]);
});
