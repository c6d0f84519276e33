/** The YAML of a brand whose funnels sell two plans and two workbooks. */
export function brandFile(id: string, brand: number): string {
  return `project:
  alias: ${id}
  name: Brand ${brand + 1}
  supportEmail: help@${id}.example
  homepageLink: https://app.${id}.example
company:
  name: Brand ${brand + 1} Ltd
  address: [${brand + 1} Example Street, Sampleford ZZ1 1ZZ, United Kingdom]
hosts: [${id}.example, go.${id}.example]
home: /quiz
vendors:
  posthog: { key: phc_brand${brand}, host: https://eu.i.posthog.com }
preloader: ${brand % 2 === 0 ? "none" : "start-up"}
${theme(brand)}products:
${product("four-weeks", "4 weeks", 19, 28)}${product("four-weeks-regular", "4 weeks", 39, 28)}${product("twelve-weeks", "12 weeks", 45, 84)}  workbook:
    name: The workbook
    price: ${price(15)}
  workbook-small:
    name: The short workbook
    price: ${price(9)}
pages:
${article("terms", "Terms of use")}${article("policy", "Privacy policy")}  - path: /orders
    page: my-orders
    heading: Your orders
    text: Leave the email you paid with. We send a link by which you see your orders and cancel a plan.
`;
}

function theme(brand: number): string {
  return `theme:
  font: { package: "@fontsource-variable/figtree", family: Figtree Variable }
  colors:
    page: "#eaf0ed"
    surface: "#fafcfb"
    ink: "#1b3035"
    muted: "#4c6165"
    line: "#bfcecb"
    accent: "#1d5c64"
    accentStrong: "#13454b"
    onAccent: "#ffffff"
    soft: "#d8e7e3"
    highlight: "#e6a15a"
    good: "#2a6b49"
    bad: "#a13530"
  radius: { card: ${brand % 5} , control: 14, button: 999 }
`;
}

function product(
  code: string,
  name: string,
  usd: number,
  days: number,
): string {
  return `  ${code}:
    name: ${name}
    price: ${price(usd)}
    days: ${days}
    renews: { everyDays: 28, price: ${price(39)} }
`;
}

function price(usd: number): string {
  return `{ USD: ${usd}.99, EUR: ${usd - 1}.99, GBP: ${usd - 3}.99, CAD: ${usd + 9}.99 }`;
}

function article(path: string, heading: string): string {
  return `  - path: /${path}
    page: article
    heading: ${heading}
    text: |
      We are {{ company.imprint }}, and keep this short so that it can be read.

      **What we store.** Your answers, your email and what you buy.

      {{ privacy.table }}

      - Write to the address in the footer for a copy.
      - Write again to have it deleted.
`;
}
