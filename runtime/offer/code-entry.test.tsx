// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../generated/names.ts";
import { useTerms } from "../hooks/use-terms.ts";
import { made } from "../testing/made.ts";
import { hydrateOffer, renderOffer } from "../testing/render-offer.tsx";
import { CodeEntry } from "./code-entry.tsx";

const USED_UP = "This code has been used. The prices are without it.";
const props = made<PageProps["upsell"]>({ heading: "More", product: "extra" });

function Asking(entry: Parameters<typeof CodeEntry>[0]) {
  useTerms(true);
  return <CodeEntry {...entry} />;
}

test.each([
  ["where it would lower a price", ["extra", "plan"], false, USED_UP],
  ["not where no code lowers anything", ["extra"], false, ""],
  ["where codes can be typed in", ["extra"], true, USED_UP],
])(
  "a code that was used is told of %s",
  async (_, products, hasField, words) => {
    const answer = { left_ms: null, promo: null, refused: "used-up" };
    renderOffer(
      { page: "upsell", props },
      <Asking products={products} hasField={hasField} />,
      { answer: () => answer },
    );
    await act(async () => undefined);
    const [said] = screen.getAllByRole("status");
    expect(said?.textContent).toBe(words);
  },
);

test("a code that was typed before React is sent", async () => {
  const { calls } = hydrateOffer(
    { page: "upsell", props },
    <CodeEntry products={["extra"]} hasField />,
    {
      before: (html) => {
        const field = html.querySelector("input");
        if (field !== null) field.value = "SPRING";
      },
      answer: () => ({ left_ms: null, promo: null, refused: "unknown" }),
    },
  );
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  await act(async () => undefined);
  const { value } = screen.getByRole<HTMLInputElement>("textbox");
  expect(value).toBe("SPRING");
  expect(calls.at(-1)).toMatchObject({ body: { typed: "SPRING" } });
});
