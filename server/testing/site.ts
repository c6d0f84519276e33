import type { Site, SiteCode, SiteProduct } from "../site.ts";

const once: SiteProduct = {
  code: "journal",
  name: "The journal",
  prices: { USD: 999, EUR: 899, GBP: 799, CAD: 1299 },
  days: null,
  renewal: null,
};
const plan: SiteProduct = {
  code: "plan",
  name: "The plan, 4 weeks",
  prices: { USD: 3999, EUR: 3699, GBP: 3199, CAD: 5299 },
  days: 28,
  renewal: {
    everyDays: 28,
    prices: { USD: 2999, EUR: 2799, GBP: 2399, CAD: 3999 },
  },
};
/** Sold while a countdown of half an hour runs. */
const intro: SiteProduct = {
  ...once,
  code: "intro",
  prices: { USD: 1999, EUR: 1799, GBP: 1599, CAD: 2599 },
};
const late: SiteProduct = {
  ...once,
  code: "intro.regular",
  prices: { USD: 2999, EUR: 2799, GBP: 2399, CAD: 3999 },
};

/** A tenth off, for each visitor by a code of their own; and a dollar off, for whoever knows the word first. */
const codes: readonly SiteCode[] = [
  {
    key: "quiz/own",
    prefix: "CALM",
    word: null,
    limit: null,
    each: 1,
    until: "2030-06-30",
    prices: {
      plan: { USD: 3599, EUR: 3329, GBP: 2879, CAD: 4769 },
      intro: { USD: 1799, EUR: 1619, GBP: 1439, CAD: 2339 },
    },
  },
  {
    key: "quiz/spring",
    prefix: null,
    word: "SPRING",
    limit: 3,
    each: 1,
    until: null,
    prices: { journal: { USD: 899, EUR: 799, GBP: 699, CAD: 1199 } },
  },
];
const currencies = ["CAD", "EUR", "GBP", "USD"];

/** Two brands, so that tests do not depend on the content. */
export const testSite: Site = {
  defaultBrand: "other",
  redirectedHosts: [{ from: "old.example", to: "new.other.example" }],
  brands: {
    calm: brand("calm", ["calm.example"]),
    other: brand("other", ["other.example"]),
  },
};

function brand(id: string, hosts: readonly string[]) {
  return {
    id,
    projectName: `Brand ${id}`,
    supportEmail: `help@${id}.example`,
    company: `Company ${id}, 1 Example Quay`,
    ordersPath: "/orders",
    homepageLink: `https://${id}.example`,
    payPeoValue: id === "other" ? "2" : null,
    hosts,
    currencies,
    products: {
      plan,
      journal: once,
      workbook: { ...once, code: "workbook", name: "The workbook" },
      gift: { ...once, code: "gift" },
      circle: { ...once, code: "circle" },
      intro,
      "intro.regular": late,
    },
    repeatable: ["circle", "gift"],
    gifts: { circle: 2, gift: 1 },
    redirects: {
      "/": "/quiz/start",
      "/quiz": "/quiz/start",
      "/oto": "/quiz/oto",
    },
    funnels: [
      {
        id: "quiz",
        mounts: ["/quiz", "/quiz-mp"],
        elsewhere: ["/onepage"],
      },
      { id: "both", mounts: ["/quiz-both"], elsewhere: [] },
      { id: "other", mounts: ["/quiz-other"], elsewhere: [] },
    ],
    countdowns: [
      {
        funnel: "quiz",
        mounts: ["/quiz"],
        minutes: 30,
        products: { intro: "intro.regular" },
      },
    ],
    codes,
    fallbacks: [
      {
        mount: "/quiz",
        to: "/quiz/start",
        numbered: { "you'll-see": "4-you'll-see", free: "/free" },
      },
      { mount: "/quiz/upsell", to: "/quiz/start" },
    ],
    experiments: [
      {
        name: "headline",
        mounts: ["/quiz", "/quiz-both"],
        variants: [
          { component: "A", weight: 1 },
          { component: "B", weight: 1 },
        ],
      },
      {
        name: "offer",
        mounts: ["/quiz-other", "/quiz-both"],
        variants: [
          { component: "A", weight: 9 },
          { component: "B", weight: 1 },
        ],
      },
    ],
  };
}
