// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../generated/names.ts";
import { useTerms } from "../hooks/use-terms.ts";
import { askTermsAtom } from "../state/offer-terms.ts";
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
      <Asking products={products} product="extra" hasField={hasField} />,
      { answer: () => answer },
    );
    await act(async () => undefined);
    const [said] = screen.getAllByRole("status");
    expect(said?.textContent).toBe(words);
  },
);

/** Types a code and sends it; the server gives one. */
const apply = (typed: string) =>
  act(async () => {
    fireEvent.change(screen.getByRole("textbox"), { target: { value: typed } });
    fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  });
const said = () => screen.getByRole("status").textContent;

test.each([
  ["what it does to the price", "plan", "Code SPRING: $34.99 today."],
  [
    "that it does nothing to it",
    "trial",
    "Code SPRING does not lower this price: $9.99 today.",
  ],
])("of a code that was taken is said %s", async (_, product, words) => {
  const promo = { id: "spring", code: "SPRING" };
  renderOffer(
    { page: "upsell", props },
    <CodeEntry products={["plan", "trial"]} product={product} hasField />,
    { answer: () => ({ left_ms: null, promo, refused: null }) },
  );
  expect(said()).toBe("");
  await apply("spring");
  expect(said()).toBe(words);
});

test("a code that was refused stays so where the terms are asked for once more, and never reads like the one before", async () => {
  const promo = { id: "spring", code: "SPRING" };
  let refused: string | null = null;
  const { store } = renderOffer(
    { page: "upsell", props },
    <CodeEntry products={["plan"]} product="plan" hasField />,
    { answer: () => ({ left_ms: null, promo, refused }) },
  );
  refused = "unknown";
  await apply("XYZ");
  const words = "We do not know this code. The prices stay as they are.";
  expect(said()).toBe(words);
  refused = null;
  await act(() => store.set(askTermsAtom));
  expect(said()).toBe(words);
  const field = screen.getByRole("textbox");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await apply("spring");
  expect(said()).toBe("Code SPRING: $34.99 today.");
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

test("of a code that the visitor brought along nothing is said", () => {
  renderOffer(
    { page: "upsell", props },
    <CodeEntry products={["plan"]} product="plan" hasField />,
    { journey: { promo: { id: "spring", code: "SPRING" } } },
  );
  expect(said()).toBe("");
});

test("a field without a code says what is missing and takes the focus, until something is typed", async () => {
  const { calls } = renderOffer(
    { page: "upsell", props },
    <CodeEntry products={["plan"]} product="plan" hasField />,
  );
  const field = screen.getByRole("textbox");
  await apply(" ");
  expect(said()).toBe("Please fill this in.");
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.getAttribute("aria-describedby")).toBe(
    screen.getByRole("status").id,
  );
  expect(calls).toEqual([]);
  fireEvent.change(field, { target: { value: "S" } });
  expect(said()).toBe("");
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

test("a code that was typed before React is sent", async () => {
  const { calls } = hydrateOffer(
    { page: "upsell", props },
    <CodeEntry products={["extra"]} product="extra" hasField />,
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
