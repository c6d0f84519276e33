// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Step } from "../../generated/contract.ts";
import { readGeo } from "../core/currency.ts";
import { funnel } from "../testing/funnel.ts";
import { appLoadingAtom } from "../state/app.ts";
import { geoStored } from "../state/geo.ts";
import { pageTests, untilShown } from "../testing/harness.tsx";
import { useFlow } from "./use-flow.ts";
import { type Price, usePrice } from "./use-price.ts";
import { useText } from "./use-text.ts";
import { Inline } from "../ui/text.tsx";

const { paths, server, show, watch } = pageTests();

const START = ["/quiz-focus/start?utm_source=x"];

const geo = {
  status: "success",
  country_code: "GB",
  currency: "GBP",
  city: "York",
  country: "UK",
  postcode: "Y1",
};

test("a page with prices looks the place up once, and shows that currency", async () => {
  server().answer = () => ({ body: geo });
  const { seen, now } = watch(usePlanPrice, { at: ["/quiz-focus/oto"] });
  expect(seen[0]).toMatchObject({
    text: "$39.99",
    currency: "USD",
    perDay: "$0.48",
  });
  await untilShown(() => now().text === "£31.99");
  expect(paths()).toEqual(["/visitor/visitor-ip"]);
});

test("a page with a currency of its own keeps to it, and does not ask for the place", () => {
  const steps = funnel.steps.map((step): Step =>
    step.page === "offer" && step.id === "oto"
      ? { ...step, props: { ...step.props, currency: "EUR" } }
      : step,
  );
  const { now, store } = watch(usePlanPrice, {
    at: ["/quiz-focus/oto"],
    funnel: { ...funnel, steps },
  });
  act(() => store.set(geoStored.state, () => readGeo(geo)));
  expect(now()).toMatchObject({ currency: "EUR", text: "€36.99" });
  expect(paths()).toEqual([]);
});

test("a text with a price looks the place up, and says it in that currency", async () => {
  server().answer = () => ({ body: geo });
  const plan = {
    kind: "variable",
    name: "price.plan",
    fallback: null,
  } as const;
  const Page = () => (
    <p aria-label={useText()(["Only ", plan])}>
      <Inline text={["Now ", plan]} />
    </p>
  );
  show(Page, { at: START });
  screen.getByLabelText("Only $39.99");
  await untilShown(() => screen.queryByLabelText("Only £31.99") !== null);
  expect(screen.getByText("£31.99").parentElement?.textContent).toBe(
    "Now £31.99",
  );
  expect(paths()).toEqual(["/visitor/visitor-ip"]);
});

test("a page without prices does not ask for the place", async () => {
  const { start, store } = watch(useFlow, { at: START });
  await act(() => start());
  expect(store.get(appLoadingAtom)).toBe(false);
  expect(paths()).toEqual(["/visitor/visitor-info"]);
});

test("an unknown product is a bug of ours", () => {
  let message = "";
  watch(
    () => {
      try {
        usePrice()("constructor");
      } catch (fault) {
        message = String(fault);
      }
    },
    { at: ["/quiz-focus/oto"] },
  );
  expect(message).toBe("Error: no product is called constructor");
});

/** As a page with several prices. */
function usePlanPrice(): Price {
  usePrice();
  return usePrice()("plan");
}
