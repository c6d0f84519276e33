import { type Plan, SCORES } from "./plan.ts";
import { facts } from "./words.ts";

/** The nine pages after the questions. */
export function pagesOf(plan: Plan): string {
  return resultPages(plan) + offerPages(plan);
}

function resultPages({ topic, questions, random }: Plan): string {
  return `  - path: ${questions + 1}-analyzing
    page: analyzing
    heading: Putting your plan together
    stages:
      - Adding up your answers
      - "Looking for a place for: {{ goal }}"
      - Choosing exercises to ${topic.wish}
    seconds: 8
  - path: ${questions + 2}-email
    page: registration
    heading: Which email shall open your plan, {{ name }}?
    text: So that you find it again on any device. One tap ends it.
    fields: [email]
    button: See my result
  - path: ${questions + 3}-result
    page: report
    heading: What your answers say, {{ name }}
    text: Added up from your own words; higher is not better.
    sections:
${SCORES.map((id) => `      - { section: gauge, score: ${id}, low: Little, high: Much }\n`).join("")}      - section: recap
        heading: In your own words
        items:
          - { label: Your age, question: age }
          - { label: Your way, question: goal }
      - section: text
        when: { band: { habit: [low, middle] } }
        heading: Worth knowing
        text: ${random.pick(facts)}
  - path: ${questions + 4}-plan
    page: report
    heading: Four weeks to ${topic.wish}
    sections:
      - { section: milestone, days: 28, text: Steadier }
      - section: steps
        heading: One theme a week
        items:
${topic.practices
  .slice(0, 4)
  .map(
    (practice, i) =>
      `          - { title: "Week ${i + 1}", text: "Begin with ${practice}, every day, for two minutes." }\n`,
  )
  .join("")}      - use: voices
  - path: ${questions + 5}-promo-code
    page: promo-code
    heading: Something for you, {{ name }}
    code: start
`;
}

function offerPages({ topic, random }: Plan): string {
  return `  - path: oto
    page: offer
    guards: [visitor-loaded, prerequisites]
    heading: Your plan is ready, {{ name | friend }}
    text: Small steps to ${topic.wish}.
    sections:
      - section: countdown
        minutes: 15
        text: Your price is kept until the clock runs out.
        ended: The time is over. These are the regular prices.
      - section: plans
        heading: Choose how long
        default: four-weeks
        plans:
          - { product: four-weeks, label: 4 weeks, note: All four themes, badge: Fits your plan, regular: four-weeks-regular }
          - { product: twelve-weeks, label: 12 weeks, note: Three full rounds }
      - section: bullets
        heading: What is inside
        items:
${topic.practices.map((practice) => `          - "Every week: ${practice}"\n`).join("")}      - section: guarantee
        heading: Try it without worry
        days: 30
        text: Write to us within 30 days and we return your first payment in full.
      - use: voices
      - section: faq
        heading: Before you decide
        items:
          - { q: Does the plan renew?, a: "Yes, every four weeks until you cancel. The amount and the date stand beside the button." }
          - { q: How do I cancel?, a: "In the app under *Account*, or by a line to us. You keep access until the paid time ends." }
    accept: upsell
    decline: downsell
  - path: downsell
    page: downsell
    heading: A smaller start
    text: The short workbook, **without a subscription**.
    product: workbook-small
    acceptLabel: Start small
    accept: thank-you
    decline: thank-you
  - path: upsell
    page: upsell
    heading: The workbook to go with it
    text: |
      Every exercise on paper, with room for your own words.

      - ${random.pick(topic.practices)}
      - ${random.pick(topic.practices)}, for longer
    product: workbook
    acceptLabel: Add the workbook
    declineLabel: No, thanks
    accept: thank-you
    decline: thank-you
    failed: thank-you
  - path: thank-you
    page: thank-you
    heading: Thank you, {{ name | friend }}
    text: |
      Thank you for your order.

      Open your plan and try the first practice now: it takes two minutes.
`;
}
