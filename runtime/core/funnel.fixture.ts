import type {
  Brand,
  CurrencyRule,
  Funnel,
  Step,
} from "../../generated/contract.ts";

/** Spec 9, as every site writes it. */
export const CURRENCIES: readonly CurrencyRule[] = [
  {
    country: "CA",
    currency: null,
    symbol: "CA$",
    region: "Canada",
    code: "CAD",
  },
  {
    country: "GB",
    currency: null,
    symbol: "£",
    region: "Great Britain",
    code: "GBP",
  },
  {
    country: null,
    currency: "EUR",
    symbol: "€",
    region: "Europe",
    code: "EUR",
  },
  {
    country: null,
    currency: null,
    symbol: "$",
    region: "Default",
    code: "USD",
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
    payPeoValue: null,
  },
  hosts: ["stillwater.example"],
  preloader: "none",
  consent: "notice",
  geo: "offers",
  deviceId: "local",
  logo: null,
  otoPath: "/quiz/oto",
  currencies: CURRENCIES,
  look: {},
  redirects: [],
  legal: [],
};

function step(id: string, page: string, props: object, more: object = {}) {
  return {
    id,
    page,
    pattern: id,
    path: id,
    title: id,
    description: null,
    props,
    variant: null,
    guards: [],
    needs: [],
    edges: [],
    progress: null,
    personal: false,
    ...more,
  };
}

const option = (value: string, label: string, points = 0) => ({
  value,
  label,
  points,
});
const to = (id: string, when: object | null = null, on = "next") => ({
  on,
  to: id,
  when,
});
const is = (id: string, ...values: string[]) => ({
  kind: "answer",
  step: id,
  in: values,
});

const prices = (cents: number) => ({
  USD: cents,
  EUR: cents - 300,
  GBP: cents - 800,
  CAD: cents + 1500,
});

const funnelData = {
  brand: "calm",
  id: "focus",
  name: "Focus",
  mounts: ["/quiz-focus", "/quiz-focus-mp"],
  entry: "gender",
  steps: [
    step(
      "gender",
      "single",
      {
        ask: "Who are you?",
        options: [option("female", "Woman"), option("male", "Man")],
        layout: "list",
      },
      {
        path: "start",
        progress: 0,
        edges: [to("cycle", is("gender", "female")), to("habits")],
      },
    ),
    step(
      "cycle",
      "single",
      {
        ask: "Regular?",
        options: [option("yes", "Yes"), option("no", "No")],
        layout: "list",
      },
      { path: "2-cycle", progress: 0.1, edges: [to("habits")] },
    ),
    step(
      "habits",
      "multi",
      {
        ask: "Which?",
        options: [
          option("late", "Late nights", 2),
          option("phone", "My phone", 3),
          option("tea", "Tea"),
        ],
        layout: "list",
        min: 1,
        none: "None of these",
        button: "Continue",
        score: "drift",
      },
      { path: "3-habits", progress: 0.2, edges: [to("rating")] },
    ),
    step(
      "rating",
      "scale",
      {
        ask: "How often?",
        from: 1,
        to: 5,
        low: "never",
        high: "always",
        score: "drift",
      },
      { path: "4-rating", progress: 0.4, edges: [to("minutes")] },
    ),
    step(
      "minutes",
      "slider",
      {
        ask: "How long?",
        min: 5,
        max: 60,
        step: 5,
        unit: "minutes",
        low: "5",
        high: "60",
        button: "Go",
      },
      { path: "5-minutes", progress: 0.5, edges: [to("weight")] },
    ),
    step(
      "weight",
      "number",
      { ask: "Weight?", measure: "weight", min: 35, max: 250, button: "Go" },
      { path: "6-weight", progress: 0.6, edges: [to("birthday")] },
    ),
    step(
      "birthday",
      "date",
      { ask: "Born?", latest: "today", button: "Go" },
      { path: "7-birthday", progress: 0.7, edges: [to("name")] },
    ),
    step(
      "name",
      "text",
      {
        ask: "Name?",
        label: "Your name",
        autocomplete: "given-name",
        maxLength: 20,
        contact: "name",
        button: "Go",
      },
      { path: "8-name", progress: 0.8, edges: [to("email")] },
    ),
    step(
      "email",
      "registration",
      {
        heading: "Your email",
        fields: ["email"],
        privacy: "Private.",
        button: "Go",
      },
      { path: "9-email", progress: 0.9, edges: [to("oto")] },
    ),
    step(
      "oto",
      "offer",
      {
        heading: "Your plan",
        sections: [],
        page_type: "A",
        showClock: true,
        titleType: "a",
        type: "a",
        button: "Get my plan",
        declineLabel: "No, thanks",
      },
      {
        guards: ["prerequisites", "visitor-loaded"],
        needs: [
          { kind: "answer", id: "gender", from: "gender" },
          { kind: "contact", id: "email", from: "email" },
        ],
        edges: [to("upsell", null, "accept"), to("thanks", null, "decline")],
      },
    ),
    step(
      "upsell",
      "upsell",
      {
        heading: "One more",
        product: "extra",
        sections: [],
        acceptLabel: "Yes",
        declineLabel: "No",
      },
      {
        edges: [
          to("thanks", null, "accept"),
          to("thanks", null, "decline"),
          to("oto", null, "failed"),
        ],
      },
    ),
    step("thanks", "thank-you", {
      heading: "Thank you",
      empty: "Nothing.",
      sections: [],
      accessLabel: "Open",
    }),
  ],
  routes: [],
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
  analytics: false,
  replay: false,
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

/** A step of the fixture. */
export function stepOf(
  id: string,
  change: Partial<Pick<Step, "edges" | "needs" | "guards">> = {},
): Step {
  const found = funnel.steps.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no step ${id}`);
  return { ...found, ...change };
}
