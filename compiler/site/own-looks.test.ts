import { describe, expect, test } from "vitest";
import { ownLooks } from "./own-looks.ts";

const LOOK = { "data-choices": "line", "data-align": "left" };

describe("the styles of one brand", () => {
  test.each([
    ['html[data-choices="line"] .a', "html[data-choices=line] .a"],
    ['html[data-choices="pill"] .a', ""],
    ['html[data-choices="pill"] .a, .b', ".b"],
    ['html:is([data-choices="pill"], [data-choices="tile"]) .a', ""],
    [
      ':is(html[data-choices="pill"] .a:has(.b), html[data-choices="tile"] .c)',
      "",
    ],
    // Without the other one it would be less specific.
    [
      ':is(html[data-choices="pill"] .a .b, html[data-choices="line"] .c)',
      ":is(html[data-choices=pill] .a .b,html[data-choices=line] .c)",
    ],
    ['html:not([data-choices="pill"]) .a', "html:not([data-choices=pill]) .a"],
    // Of no look: whatever its value, it may come while the page is shown.
    ['html[data-restoring="yes"] .a', "html[data-restoring=yes] .a"],
    ["html[data-choices] .a", "html[data-choices] .a"],
  ])("%s is left as %j", (selector, left) => {
    expect(ownLooks(`${selector} { color: red }`, LOOK)).toBe(
      left === "" ? "" : `${left}{color:red}`,
    );
  });
});
