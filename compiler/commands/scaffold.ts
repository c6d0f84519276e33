import { isCoreScalar } from "../parse/core-scalar.ts";

/** The texts that `funnels new` writes. They are content: real words an editor replaces, and valid as they stand. */
export const siteTemplate = (
  brand: string,
): string => `# yaml-language-server: $schema=../schema/site.schema.json
defaultBrand: ${word(brand)}
otoPath: /quiz/oto
currencies:
  - { country: CA, symbol: CA$, region: Canada, code: CAD }
  - { country: GB, symbol: £, region: Great Britain, code: GBP }
  - { currency: EUR, symbol: €, region: Europe, code: EUR }
  - { symbol: $, region: Default, code: USD }
`;

/** What is written about an order: whoever buys a plan gets a receipt, and hears when it renews and when it ends. */
const MAILS = `  payment.taken:
    subject: "Your {{ project }} receipt"
    text: |
      Hello {{ name | there }},

      This is your receipt.

      - **{{ product }}**
      - Paid on {{ date }}: **{{ amount }}**
      - Renews: {{ renewal | no, you paid once }}
      - Next payment: {{ renewal-date | none }}
      - Order: {{ order }}

      To cancel a plan that renews, follow the link at the end of this mail.
  renewal.upcoming:
    subject: "Your plan renews on {{ renewal-date }}"
    text: |
      Hello {{ name | there }},

      Your plan renews by itself on **{{ renewal-date }}**.

      - **{{ product }}**
      - What will be charged: **{{ amount }}**
      - Renews: {{ renewal }}
      - Order: {{ order }}

      To cancel before that day, follow the link at the end of this mail.
  renewal.taken:
    subject: "Your plan goes on: {{ product }}"
    text: |
      Hello {{ name | there }},

      Your plan has renewed. This is your receipt.

      - **{{ product }}**
      - Paid on {{ date }}: **{{ amount }}**
      - Renews: {{ renewal | not again }}
      - Next payment: {{ renewal-date | none }}
      - Order: {{ order }}

      To cancel, follow the link at the end of this mail.
  renewal.failed:
    subject: A payment did not go through
    text: |
      Hello {{ name | there }},

      We could not charge **{{ amount }}** for {{ product }} (order {{ order }}). The next try: {{ next-try | none is planned }}.

      To change your card, write to {{ support }}; the link at the end of this mail ends the plan.
  payment.refunded:
    subject: "Your refund from {{ project }}"
    text: |
      Hello {{ name | there }},

      We have given back **{{ amount }}** for {{ product }} (order {{ order }}). Your bank may need up to ten days to show it.
  subscription.cancelled:
    subject: "Your plan ends on {{ ends }}"
    text: |
      Hello {{ name | there }},

      {{ product }} is cancelled, and nothing more is charged (order {{ order }}). It stays open until {{ ends }}.
`;

/** `prices`: a price in every currency of the site, as it is written in YAML. */
export const brandTemplate = (
  brand: string,
  prices: string,
): string => `# yaml-language-server: $schema=../../schema/brand.schema.json
project:
  alias: ${word(brand)}
  name: ${word(titled(brand))}
  supportEmail: help@${brand}.example
  homepageLink: https://app.${brand}.example
company:
  name: ${word(titled(brand))}
  address: [Street and number, Postcode and town, Country]
hosts: [${brand}.example]
retentionDays: 365
home: /quiz
preloader: none

theme:
  font: { package: "@fontsource-variable/figtree", family: Figtree Variable }
  colors:
    page: "#f6f5f1"
    surface: "#ffffff"
    ink: "#1d2129"
    muted: "#59606b"
    line: "#d5d3cb"
    accent: "#2f5d50"
    accentStrong: "#234940"
    onAccent: "#ffffff"
    soft: "#e6ece6"
    highlight: "#d98e3f"
    good: "#2f6b45"
    bad: "#a8322a"
  radius: { card: 16, control: 12, button: 999 }

products:
  plan-4w:
    name: 4-week plan
    price: ${prices}
    days: 28
    renews: { everyDays: 28, price: ${prices} }

mails:
${MAILS}
pages:
  - path: /terms
    page: article
    title: "Terms of Use - {{ project }}"
    heading: Terms of use
    text: |
      Say here, in plain words, what you promise and what you ask for. You buy from {{ company.imprint }}.
  - path: /policy
    page: article
    title: "Privacy Policy - {{ project }}"
    heading: Privacy policy
    text: |
      Say here, in plain words, what you keep of a visitor and why. {{ company.imprint }} answers for it. Names and emails are deleted {{ privacy.retention }} after the last visit or purchase.

      {{ privacy.table }}
  - path: /your-data
    page: data-request
    title: "Your Data - {{ project }}"
    heading: Your data is yours
    text: We send a link to your email, to be sure that it is you who asks.
  - path: /orders
    page: my-orders
    title: "Your Orders - {{ project }}"
    heading: Your orders
    text: Leave the email you paid with. We send a link that shows your orders, and cancels a plan in two taps.
  - path: /contact
    page: contact
    title: "Contact Us - {{ project }}"
    heading: Write to us
    text: Say here who reads it, and when an answer comes.
`;

/** What a new funnel sells. */
export interface StarterPlan {
  readonly product: string;
  readonly label: string;
  /** Where one ends its price: the product that is sold later in its place; null: the price list says its price. */
  readonly countdown: { readonly later: string | null } | null;
}

/** The product that `brandTemplate` declares. */
const FIRST_PLAN: StarterPlan = {
  product: "plan-4w",
  label: "4 weeks",
  countdown: null,
};

/** `plan`: what its offer sells; without one it has none. */
export const funnelTemplate = (
  name: string,
  mount: string,
  plan: StarterPlan | null = FIRST_PLAN,
): string => `# yaml-language-server: $schema=../../schema/funnel.schema.json
name: ${word(titled(name))}
title: ${titled(name)} · {{ project }}
mounts: [${mount}]

mails:
  contact.stored:
    subject: "What you told {{ project }}"
    text: |
      Hello {{ name | there }},

      It goes on where you left it. Your browser remembers your answers, so open the link in the same one; on another device it asks you again.
    button: Go on
    to: ${plan === null ? "goal" : "oto"}

questions:
  - id: goal
    ask: What would help you most right now?
    options: [A calmer day, More energy, A clear plan]
  - id: time
    ask: How much time do you have a day?
    options: [5 minutes, 10 minutes, 20 minutes or more]

pages:
  - path: "{n}-email"
    page: registration
    heading: Which email should open your plan?
    fields: [name, email]
${plan === null ? "" : offerOf(plan)}  - path: thank-you
    page: thank-you
    heading: Thank you, {{ ${plan === null ? "name" : "name | friend"} }}
`;

const offerOf = ({ product, label, countdown }: StarterPlan): string => {
  const clock =
    "      - { section: countdown, minutes: 15, text: This price is yours for, ended: The regular price applies now. }\n";
  const later = countdown?.later ?? null;
  return `  - path: oto
    page: offer
    guards: [visitor-loaded, prerequisites]
    heading: "{{ name | Friend }}, your plan is ready"
    accept: thank-you
    decline: thank-you
    sections:
      - section: recap
        items: [{ label: You are looking for, question: goal }, { label: Your time, question: time }]
${countdown === null ? "" : clock}      - section: plans
        plans: [{ product: ${product}${later === null ? "" : `, regular: ${later}`}, label: ${JSON.stringify(label)} }]
      - { section: guarantee, heading: 30 days to change your mind, text: Write to us and we pay back., days: 30 }
`;
};

function titled(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A name as YAML: `null` and `true` would be no text without quotes. */
function word(name: string): string {
  return isCoreScalar(name) ? JSON.stringify(name) : name;
}
