/** The folder `sections` holds the sections of long pages, a folder each. */
import type { ComponentType } from "react";
import type { SectionId, SectionProps } from "../../generated/names.ts";
import { Section as Bars } from "./bars/section.tsx";
import { Section as BeforeAfter } from "./before-after/section.tsx";
import { Section as Bullets } from "./bullets/section.tsx";
import { Section as Comparison } from "./comparison/section.tsx";
import { Section as Countdown } from "./countdown/section.tsx";
import { Section as Faq } from "./faq/section.tsx";
import { Section as Gauge } from "./gauge/section.tsx";
import { Section as Guarantee } from "./guarantee/section.tsx";
import { Section as Hero } from "./hero/section.tsx";
import { Section as Milestone } from "./milestone/section.tsx";
import { Section as Numbers } from "./numbers/section.tsx";
import { Section as Picture } from "./picture/section.tsx";
import { Section as Plans } from "./plans/section.tsx";
import { Section as Portrait } from "./portrait/section.tsx";
import { Section as Preview } from "./preview/section.tsx";
import { Section as Promo } from "./promo/section.tsx";
import { Section as Purchases } from "./purchases/section.tsx";
import { Section as Recap } from "./recap/section.tsx";
import { Section as Steps } from "./steps/section.tsx";
import { Section as Testimonials } from "./testimonials/section.tsx";
import { Section as Text } from "./text/section.tsx";
import { Section as Video } from "./video/section.tsx";

/** A missing, extra or mistyped entry does not compile. */
export const sections: {
  readonly [S in SectionId]: ComponentType<SectionProps[S]>;
} = {
  bars: Bars,
  "before-after": BeforeAfter,
  bullets: Bullets,
  comparison: Comparison,
  countdown: Countdown,
  faq: Faq,
  gauge: Gauge,
  guarantee: Guarantee,
  hero: Hero,
  milestone: Milestone,
  numbers: Numbers,
  picture: Picture,
  plans: Plans,
  portrait: Portrait,
  preview: Preview,
  promo: Promo,
  purchases: Purchases,
  recap: Recap,
  steps: Steps,
  testimonials: Testimonials,
  text: Text,
  video: Video,
};
