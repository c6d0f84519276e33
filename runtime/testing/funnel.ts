import type {
  Brand,
  CurrencyRule,
  Funnel,
  Step,
} from "../../generated/contract.ts";
import { made } from "./made.ts";
import { steps } from "./steps.ts";
import { NO_VENDORS } from "./no-vendors.ts";

/** Spec 9, as every site writes it. */
export const CURRENCIES: readonly CurrencyRule[] = [
  {
    country: "CA",
    currency: null,
    symbol: "CA$",
    region: "Canada",
    code: "CAD",
    digits: 2,
  },
  {
    country: "GB",
    currency: null,
    symbol: "£",
    region: "Great Britain",
    code: "GBP",
    digits: 2,
  },
  {
    country: null,
    currency: "EUR",
    symbol: "€",
    region: "Europe",
    code: "EUR",
    digits: 2,
  },
  {
    country: null,
    currency: null,
    symbol: "$",
    region: "Default",
    code: "USD",
    digits: 2,
  },
];

/** The literal unions of generated names are those of one content tree; a fixture has its own. */
function isBrand(value: object): value is Brand {
  return "project" in value;
}
function isFunnel(value: object): value is Funnel {
  return "steps" in value;
}

const brandData = {
  id: "calm",
  project: {
    alias: "calm-project",
    name: "Stillwater",
    supportEmail: "help@stillwater.example",
    homepageLink: "https://stillwater.example",
  },
  hosts: ["stillwater.example"],
  preloader: "none",
  consent: "notice",
  geo: "offers",
  visits: "counted",
  deviceId: "local",
  payments: {
    checkout: "stripe",
    saved: "reference",
    seller: "Stillmere Ltd",
    accepts: ["visa", "apple-pay"],
  },
  vendors: NO_VENDORS,
  logo: null,
  currencies: CURRENCIES,
  look: {},
  legal: [],
};

const prices = (cents: number) => ({
  USD: cents,
  EUR: cents - 300,
  GBP: cents - 800,
  CAD: cents + 1500,
});

const funnelData = {
  brand: "calm",
  id: "focus",
  mounts: ["/quiz-focus", "/quiz-focus-mp"],
  checkouts: { "/quiz-focus-mp": "max-pay" },
  entry: "gender",
  steps,
  scores: [
    {
      id: "drift",
      label: "Drift",
      min: 1,
      max: 10,
      items: { habits: { late: 2, phone: 3 }, rating: "value" },
      bands: [
        { id: "low", label: "low", text: null, upTo: 4 },
        { id: "middle", label: "middling", text: null, upTo: 7 },
        { id: "high", label: "high", text: null, upTo: null },
      ],
    },
  ],
  experiments: ["AB_Test_FIT1_OTO_2", "ab_dat2_oto_22"],
  products: {
    plan: {
      code: "plan",
      name: "12-week plan",
      prices: prices(3999),
      days: 84,
      renewal: { everyDays: 84, prices: prices(4999) },
    },
    trial: {
      code: "trial",
      name: "1-week plan",
      prices: prices(999),
      days: 7,
      renewal: { everyDays: 30, prices: prices(2999) },
    },
    extra: {
      code: "extra",
      name: "Sound library",
      prices: prices(1999),
      days: null,
      renewal: null,
    },
  },
  codes: {
    own: {
      prefix: "CALM",
      worth: { kind: "percent", percent: 10 },
      prices: { plan: prices(3599), trial: prices(899) },
    },
    spring: {
      prefix: null,
      worth: { kind: "amount", amounts: prices(500) },
      prices: { plan: prices(3499) },
    },
  },
  analytics: false,
  replay: false,
  edition: "0a1b2c3d",
};

function brandOf(data: object): Brand {
  if (!isBrand(data)) throw new Error("no brand");
  return data;
}

function funnelOf(data: object): Funnel {
  if (!isFunnel(data)) throw new Error("no funnel");
  return data;
}

export const brand: Brand = brandOf(brandData);
export const funnel: Funnel = funnelOf(funnelData);

/** The fixture with parts changed. */
export function funnelWith(change: object): Funnel {
  return funnelOf({ ...funnelData, ...change });
}

/** A step of the fixture, by an id of its own. */
export function stepOf(
  id: string,
  change: Partial<Pick<Step, "needs" | "guards">> & {
    readonly edges?: readonly object[];
  } = {},
): Step {
  const found = funnel.steps.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no step ${id}`);
  return made<Step>({ ...found, ...change });
}
