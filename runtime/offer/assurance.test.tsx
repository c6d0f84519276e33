// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PageContext } from "../hooks/use-page.ts";
import { brand, funnel } from "../testing/funnel.ts";
import { plans, propsWith, show, story } from "../testing/offer.tsx";
import { Assurance } from "./assurance.tsx";

const [step] = funnel.steps;
const [own, mirror] = funnel.mounts;
if (step === undefined || own === undefined || mirror === undefined)
  throw new Error("the funnel has no steps or addresses");

test.each([
  [
    own,
    30,
    ["Visa", "Apple Pay"],
    "30-day money-back guarantee. Stillmere Ltd takes the payment through Stripe and never sees your card number.",
  ],
  [
    mirror,
    null,
    [],
    "Stillmere Ltd takes the payment through MaxPay and never sees your card number.",
  ],
])("at %s, money back for %s days", (mount, days, methods, words) => {
  const { container } = render(
    <PageContext value={{ brand, funnel, mount, step }}>
      <Assurance days={days} />
    </PageContext>,
  );
  const items = screen.queryAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual(methods);
  expect(container.querySelector("p")?.textContent).toBe(words);
});

test.each([
  ["a guarantee that is shown", null, true],
  ["none that is not", { kind: "answer", step: "goal", in: ["x"] }, false],
])("an offer says %s", (_, when, isSaid) => {
  const guarantee = {
    section: "guarantee",
    heading: "Ours",
    text: [],
    days: 14,
  };
  show(propsWith({ sections: [story, plans, { ...guarantee, when }] }));
  const said = screen.queryByText(/^14-day money-back guarantee\. /);
  expect(said !== null).toBe(isSaid);
});
