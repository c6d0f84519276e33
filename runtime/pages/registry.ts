/** The folder `pages` holds the pages that content can place in a funnel, a folder each. */
import type { PageId, PageProps } from "../../generated/names.ts";
import { slot, type Slot } from "./slot.ts";

/** Every page of the language and where its component is; `tsc` says what is missing, extra or mistyped. */
export const pages: { readonly [P in PageId]: Slot<PageProps[P]> } = {
  analyzing: slot(() => import("./analyzing/page.tsx")),
  article: slot(() => import("./article/page.tsx")),
  authorization: slot(() => import("./authorization/page.tsx")),
  contact: slot(() => import("./contact/page.tsx")),
  "data-request": slot(() => import("./data-request/page.tsx")),
  date: slot(() => import("./date/page.tsx")),
  downsell: slot(() => import("./downsell/page.tsx")),
  generate: slot(() => import("./generate/page.tsx")),
  gift: slot(() => import("./gift/page.tsx")),
  info: slot(() => import("./info/page.tsx")),
  landing: slot(() => import("./landing/page.tsx")),
  multi: slot(() => import("./multi/page.tsx")),
  "my-orders": slot(() => import("./my-orders/page.tsx")),
  "not-found": slot(() => import("./not-found/page.tsx")),
  number: slot(() => import("./number/page.tsx")),
  offer: slot(() => import("./offer/page.tsx")),
  "promo-code": slot(() => import("./promo-code/page.tsx")),
  registration: slot(() => import("./registration/page.tsx")),
  report: slot(() => import("./report/page.tsx")),
  scale: slot(() => import("./scale/page.tsx")),
  single: slot(() => import("./single/page.tsx")),
  slider: slot(() => import("./slider/page.tsx")),
  text: slot(() => import("./text/page.tsx")),
  "thank-you": slot(() => import("./thank-you/page.tsx")),
  upload: slot(() => import("./upload/page.tsx")),
  upsell: slot(() => import("./upsell/page.tsx")),
};
