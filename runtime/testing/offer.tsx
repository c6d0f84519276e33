import { screen } from "@testing-library/react";
import type { PageProps } from "../../generated/names.ts";
import { made } from "./made.ts";
import { type OfferSetting, renderOffer } from "./render-offer.tsx";
import { Page } from "../pages/offer/page.tsx";

export type Props = PageProps["offer"];

export const story = {
  section: "text",
  heading: "The story",
  text: [],
  when: null,
};
export const clock = {
  section: "countdown",
  minutes: 10,
  text: "Held for",
  ended: "Regular prices apply.",
  more: "I need more time",
  added: "Time was added.",
  soon: "It ends soon.",
  when: null,
};
export const plans = {
  section: "plans",
  heading: "Choose",
  plans: [
    { product: "trial", label: "1 week" },
    {
      product: "plan",
      label: "12 weeks",
      note: "Takes root",
      regular: "extra",
      badge: "Liked",
    },
  ],
  default: "plan",
  promo: true,
  when: null,
};
export const faq = {
  section: "faq",
  heading: "Questions",
  items: [],
  when: null,
};

export function propsWith(more: object = {}): Props {
  return made<Props>({
    heading: "Your plan is ready",
    sections: [story, clock, plans, faq],
    page_type: "A",
    showClock: true,
    titleType: "a",
    type: "a",
    button: "Get my plan",
    declineLabel: "No, thanks",
    ...more,
  });
}
export const show = (props = propsWith(), setting?: OfferSetting) =>
  renderOffer({ page: "offer", props }, <Page {...props} />, setting);
export const radio = (name: RegExp) =>
  screen.getByRole<HTMLInputElement>("radio", { name });
export const buys = () =>
  [...document.querySelectorAll<HTMLElement>("[data-action=buy]")].map(
    (b) => b.dataset["product"],
  );
export const buyButton = () => {
  const button = document.querySelector<HTMLElement>("[data-action=buy]");
  if (button === null) throw new Error("nothing to buy");
  return button;
};
