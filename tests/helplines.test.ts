import { expect, test } from "vitest";
import { CALLING } from "../compiler/link/text.ts";
import { brands, funnelsOf } from "./testing/content.ts";

/** Words of a page, and the address that a tap on them leads to. */
interface Words {
  readonly at: string;
  readonly text: string;
  readonly href: string | null;
}

const funnels = (await Promise.all(brands.map(funnelsOf))).flat();
const words = funnels.flatMap(({ brand, id, steps }) =>
  steps.flatMap((step) =>
    wordsOf(step.props, `${brand}/${id} ${step.path}`, null),
  ),
);
const numbers = new Set(
  words.flatMap(({ text, href }) => (isNumber(href) ? [text] : [])),
);

test("a number to call leads to just that number", () => {
  expect(numbers.size).toBeGreaterThan(5);
  for (const { at, text, href } of words)
    if (isNumber(href))
      expect(href?.replaceAll(/^\w+:\+?/g, ""), at).toBe(
        text.replaceAll(/\D/g, ""),
      );
});

test("a number that can be tapped on one page can be tapped on all", () => {
  const named = new RegExp(
    String.raw`(?<![\w.])(?:${[...numbers].join("|")})(?!\w)`,
  );
  const bare = words.filter(
    ({ text, href }) => href === null && named.test(text),
  );
  expect(bare).toEqual([]);
});

function isNumber(href: string | null): boolean {
  return href !== null && CALLING.test(href);
}

/** All texts below a value, by what they lead to; what is said of a source stays words. */
function wordsOf(value: unknown, at: string, href: string | null): Words[] {
  if (typeof value === "string") return [{ at, text: value, href }];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((each) => wordsOf(each, at, href));
  const leads = "href" in value ? String(value.href) : href;
  return Object.entries(value)
    .filter(([key]) => !["source", "href", "kind"].includes(key))
    .flatMap(([, each]) => wordsOf(each, at, leads));
}
