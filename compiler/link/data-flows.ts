import { SENT_ANSWERS } from "../shared/privacy.ts";
import { data } from "../schema/read.ts";
import { contactFieldsOf } from "./contact-fields.ts";
import type { DataFlow } from "./data-flow.ts";
import type { BrandNode, FunnelNode } from "./program.ts";
import { thirdPartyFlows } from "./third-parties.ts";

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

/** The contact fields that a funnel asks for: `email`, `name`. */
export function fieldsAskedIn({ funnel, traits }: FunnelNode): string[] {
  const asked = funnel.steps.flatMap((step) => contactFieldsOf(step, traits));
  return [...new Set(asked)];
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
    ...gifts(node, funnels),
    ...experiments(funnels),
    ...pages(node, funnels),
    ...choices(node),
    ...thirdPartyFlows(node, funnels),
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
    ...(brand.visits === "off"
      ? []
      : [
          {
            ...always,
            what: "how far you come and how long you look at each page, counted without anything that tells who you are; nothing of sensitive pages",
            when: "when you leave a page, unless your browser says that you do not want to be measured",
          },
        ]),
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
  const asking = funnels.filter((node) => fieldsAskedIn(node).length > 0);
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
  { brand, providers }: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  const selling = funnels.filter(
    ({ funnel }) => Object.keys(funnel.products).length > 0,
  );
  if (selling.length === 0) return [];
  const named = new Set([
    brand.payments.checkout,
    // Charges at once, where it is a provider of its own.
    brand.payments.saved,
    ...selling.flatMap(({ funnel }) => Object.values(funnel.checkouts)),
  ]);
  const names = [...named].flatMap((id = "") => providers[id]?.title ?? []);
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

/** What whoever is given something types in, on the page that its link leads to. */
function gifts(
  { gifts: listed, pages: own }: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  const gives = [own, ...funnels].some(
    ({ funnel, traits }) =>
      Object.keys(funnel.products).some((code) => listed.has(code)) ||
      funnel.steps.some(({ page }) => traits.pages[page]?.gives === true),
  );
  if (!gives) return [];
  return [
    {
      what: "the email that you open a gift with",
      to: US,
      when: "when you open it",
      funnels: [],
    },
  ];
}

/** Of which pages there are two versions. */
function experiments(funnels: readonly FunnelNode[]): DataFlow[] {
  const running = funnels.filter(({ funnel }) => funnel.experiments.length > 0);
  if (running.length === 0) return [];
  return [
    {
      what: "which of two versions of a page you see, and that you buy after it",
      to: US,
      when: "when you do",
      funnels: idsOf(running),
    },
  ];
}

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

/** Where there are third parties, visitors choose, and it can be shown what they chose. */
function choices({ brand }: BrandNode): DataFlow[] {
  if (Object.values(brand.vendors).every((settings) => settings === null))
    return [];
  return [
    {
      what: "what you allow third parties, which question you answered, and when",
      to: US,
      when: "when you choose, change it or take it back",
      funnels: [],
    },
  ];
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

function idsOf(funnels: readonly FunnelNode[]): string[] {
  return funnels.map(({ funnel }) => funnel.id);
}
