import { SENT_ANSWERS } from "../shared/privacy.ts";
import { data } from "../schema/read.ts";
import type { BrandNode, FunnelNode } from "./program.ts";

/** Something of a visitor that leaves the browser. */
export interface DataFlow {
  readonly what: string;
  readonly to: string;
  readonly when: string;
  /** The funnels in which it does; empty: all of the brand. */
  readonly funnels: readonly string[];
}

/** The answers of a funnel that reach the server, as visitors call them: gender and age, and what is a contact field. */
export function sentAnswersOf({ funnel, traits }: FunnelNode): string[] {
  return funnel.steps.flatMap(({ id, page, props }) => {
    const own = traits.pages[page];
    if (own === undefined || own.answer === null) return [];
    if (SENT_ANSWERS.some((sent) => sent === id)) return [id];
    const field = own.contact === null ? null : data(props)[own.contact];
    return typeof field === "string" ? [field] : [];
  });
}

/** Everything that leaves the browsers of a brand's visitors, to whom, and when; worked out from what is compiled. */
export function dataFlowsOf(
  node: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  return [
    ...visits(node),
    ...contacts(node, funnels),
    ...orders(node, funnels),
    ...pages(node, funnels),
    ...thirdParties(node, funnels),
  ];
}

const US = "us";

function visits({ brand }: BrandNode): DataFlow[] {
  const always = { to: US, when: "on every page", funnels: [] };
  return [
    {
      ...always,
      what: "a random number of your device and one of your visit, and the address of the page; pages that would tell a sensitive answer are not named",
    },
    ...(brand.geo === "off"
      ? []
      : [
          {
            ...always,
            what: "your country, worked out from your internet address",
            when:
              brand.geo === "start" ? "at the start" : "on pages with prices",
          },
        ]),
  ];
}

function contacts(
  { mails }: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  const asking = funnels.filter((node) =>
    node.funnel.steps.some(({ page, props }) => {
      const own = node.traits.pages[page];
      return own?.contact != null && data(props)[own.contact] !== undefined;
    }),
  );
  if (asking.length === 0) return [];
  const sent = new Map<string, string[]>();
  for (const node of asking)
    for (const answer of sentAnswersOf(node))
      sent.set(answer, [...(sent.get(answer) ?? []), node.funnel.id]);
  return [
    {
      what: "your email, and your name where you give it",
      to: mails.length > 0 ? "us, and our mail service" : US,
      when: "when you send them, and for the mails that you are promised",
      funnels: idsOf(asking),
    },
    {
      what: "the advertisement or link that brought you, with the names it carries",
      to: US,
      when: "with your email",
      funnels: idsOf(asking),
    },
    ...[...sent]
      .filter(([answer]) => answer !== "name")
      .map(([answer, ids]) => ({
        what: `your answer about your ${answer}`,
        to: US,
        when: "with your email",
        funnels: ids,
      })),
  ];
}

function orders(
  { brand }: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  const selling = funnels.filter(
    ({ funnel }) => Object.keys(funnel.products).length > 0,
  );
  if (selling.length === 0) return [];
  const providers = new Set([
    brand.payments.checkout,
    ...selling.flatMap(({ funnel }) => Object.values(funnel.checkouts)),
  ]);
  const names = [...providers].flatMap((provider) =>
    provider === undefined ? [] : [PROVIDERS[provider] ?? provider],
  );
  return [
    {
      what: "what you buy, when, for how much, and your email",
      to: `us, and the payment provider (${names.join(" or ")})`,
      when: "when you pay",
      funnels: idsOf(selling),
    },
    {
      what: "your card or account",
      to: `the payment provider (${names.join(" or ")}) alone`,
      when: "when you pay",
      funnels: idsOf(selling),
    },
  ];
}

const PROVIDERS: Readonly<Record<string, string>> = {
  stripe: "Stripe",
  paypal: "PayPal",
  "max-pay": "MaxPay",
  "pay-pro": "PayPro",
};

/** What pages send by themselves. */
function pages(
  { pages: own }: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  const sent = new Set(
    [own, ...funnels].flatMap(({ funnel, traits }) =>
      funnel.steps.map(({ page }) => traits.pages[page]?.sends ?? null),
    ),
  );
  return [...sent].flatMap((what) =>
    what === null ? [] : [{ ...SENDS[what], to: US, funnels: [] }],
  );
}

const SENDS = {
  message: {
    what: "your name, email and message",
    when: "when you write to us by the form",
  },
  photo: {
    what: "the photo or the description that a picture is made from, without place and time",
    when: "when you send it",
  },
  email: {
    what: "the email that you sign in with",
    when: "when you ask for access",
  },
  request: {
    what: "the email that you ask about your data with",
    when: "when you ask for a copy of your data or for its deletion",
  },
} as const;

function thirdParties(
  { brand }: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  const measured = funnels.filter(({ funnel }) => funnel.analytics);
  const recorded = funnels.filter(({ funnel }) => funnel.replay);
  const { posthog, replay, tagManager, abScript, sentry } = brand.vendors;
  const rows: readonly (DataFlow | null)[] = [
    posthog && {
      what: "which pages you see and what you tap, with your email once you have given it; nothing of sensitive pages",
      to: `PostHog (${hostOf(posthog.host)})`,
      when: allowed("measurement"),
      funnels: idsOf(measured),
    },
    abScript === null
      ? null
      : {
          what: "which pages you see; none that are sensitive",
          to: hostOf(abScript),
          when: allowed("measurement"),
          funnels: idsOf(measured),
        },
    sentry === null
      ? null
      : {
          what: "errors that happen, with your email and name once you have given them",
          to: `Sentry (${hostOf(sentry)})`,
          when: allowed("measurement"),
          funnels: [],
        },
    replay && {
      what: "how you use pages, without what you type or choose; nothing of sensitive pages",
      to: hostOf(replay.host),
      when: allowed("replay"),
      funnels: idsOf(recorded),
    },
    tagManager && {
      what: "which pages you see and what you buy; nothing of sensitive pages",
      to: "Google Tag Manager and who is connected to it",
      when: allowed("advertising"),
      funnels: idsOf(measured),
    },
  ];
  return rows.filter((row) => row !== null);

  function allowed(purpose: string): string {
    return brand.consent === "required"
      ? `only if you agree to ${purpose}`
      : `if you agree to ${purpose}; where the law of your country does not ask for it, until you say no`;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}

function idsOf(funnels: readonly FunnelNode[]): string[] {
  return funnels.map(({ funnel }) => funnel.id);
}
