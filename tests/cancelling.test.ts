/** What pages and mails say to whoever asks how a plan is cancelled: there is a page for that. */
import { describe, expect, test } from "vitest";
import { site } from "../generated/server.ts";
import type { ServerBrand } from "../generated/server-contract.ts";
import { brands, funnelsOf } from "./testing/content.ts";

const WAY = "link at the end of this mail";
const ASKED = /^How do I (?:cancel|stop|leave)/;

interface Answer {
  readonly at: string;
  readonly q: string;
  readonly a: string;
}

const funnels = (await Promise.all(brands.map(funnelsOf))).flat();
const answers = funnels.flatMap(({ brand, id, steps }) =>
  steps.flatMap(({ path, props }) =>
    answersIn(props, `${brand}/${id} ${path}`),
  ),
);
const selling: readonly ServerBrand[] = Object.values(site.brands).filter(
  ({ products }) =>
    Object.values(products).some(({ renewal }) => renewal !== null),
);

test("who asks on an offer how to cancel is led to the page for that", () => {
  const asked = answers.filter(({ q }) => ASKED.test(q));
  expect(asked.length).toBeGreaterThan(7);
  for (const { at, a } of asked) expect(a, at).toContain('"href":"/orders"');
});

test("nobody is sent into a product to cancel", () => {
  for (const { at, a } of answers)
    expect(a, at).not.toMatch(/cancel[^.?!]*\b(?:account|membership)\b/i);
});

describe("each mail about a payment of a plan says that the link below it cancels", () => {
  test.each(selling.map((brand) => [brand.id, brand] as const))(
    "in %s",
    (_, { ordersPath, mails }) => {
      expect(ordersPath).toBe("/orders");
      const renewals = mails.filter(({ moment }) =>
        moment.startsWith("renewal."),
      );
      expect(renewals.length).toBeGreaterThan(2);
      for (const { moment, text } of renewals)
        expect(JSON.stringify(text), moment).toContain(WAY);
    },
  );
});

/** Questions with their answers, as markup, wherever they stand on a page. */
function answersIn(value: unknown, at: string): readonly Answer[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap((one) => answersIn(one, at));
  return "q" in value && "a" in value
    ? [{ at, q: String(value.q), a: JSON.stringify(value.a) }, ...inside]
    : inside;
}
