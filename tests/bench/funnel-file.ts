import { pagesOf } from "./page-texts.ts";
import { question } from "./question-texts.ts";
import { SCORES } from "./plan.ts";
import { randomOf } from "./random.ts";
import { people, type Topic } from "./words.ts";

/** Pages after the questions: analysing to thank-you. */
const PAGES_AFTER = 9;

interface Wanted {
  readonly topic: Topic;
  readonly mount: string;
  readonly pages: number;
  readonly seed: number;
}

/** The YAML of a funnel: its questions, then result, offers and thanks. */
export function funnelFile({ topic, mount, pages, seed }: Wanted): string {
  const questions = pages - PAGES_AFTER;
  const plan = { topic, questions, random: randomOf(seed) };
  const list = Array.from({ length: questions }, (_, n) => question(plan, n));
  return `name: ${topic.name}
title: ${topic.name}, plan ${seed}
description: A few minutes of questions, then plan ${seed} to ${topic.wish}.
mounts: [${mount}]
codes:
  start: { code: START${seed}-*, off: 10%, products: [four-weeks] }

mails:
  contact.stored:
    subject: Plan ${seed} is ready
    text: |
      Hello {{ name | there }},

      your browser remembers your answers: open the link in the one that you used.
    button: Back to my plan
    to: oto

optionSets:
  frequency:
    - { label: Never, points: 0 }
    - { label: Now and then, points: 1 }
    - { label: Often, points: 2 }
    - { label: Nearly always, points: 3 }

scores:
${SCORES.map(score).join("")}
shared:
  voices:
    section: testimonials
    heading: How it can feel
    note: Written for a measurement.
    items:
${people.map(([quote, name, detail]) => `      - { quote: ${quote.replaceAll(",", " –")}, name: ${name}, detail: "${detail}" }\n`).join("")}
questions:
${list.join("")}
pages:
${pagesOf(plan)}`;
}

function score(id: string): string {
  return `  ${id}:
    label: Your ${id}
    bands:
      - { id: low, upTo: 4, label: A quiet start, text: "Little of it shows yet. The plan keeps what works, and adds one thing at a time." }
      - { id: middle, upTo: 9, label: On the way, text: "Some of it is there on good days. The plan makes those days a little more likely." }
      - { id: high, label: Well under way, text: "It is a part of your days already. The plan looks after it when weeks get crowded." }
`;
}
