import { type Plan, SCORES } from "./plan.ts";
import { closings, facts } from "./words.ts";

/** The first questions are the ones that others refer to; the rest comes in turns, numbered: none is asked twice. */
export function question(plan: Plan, n: number): string {
  if (n === 0) return age();
  if (n === 1) return name();
  if (n === 2) return goal(plan);
  const forms = [
    single,
    frequency,
    scale,
    multi,
    single,
    info,
    frequency,
    single,
    slider,
    single,
  ];
  return (forms[n % forms.length] ?? single)(plan, n);
}

function age(): string {
  return `  - id: age
    ask: How old are you?
    help: So that examples fit your life.
    layout: grid
    options: [18-24, 25-34, 35-44, 45-54, 55 or over]
`;
}

function name(): string {
  return `  - id: name
    page: text
    ask: What would you like to be called?
    help: A first name or nickname is plenty.
    label: First name
    autocomplete: given-name
    maxLength: 40
    contact: name
`;
}

function goal({ topic }: Plan): string {
  const options = topic.practices.map(
    (practice, i) =>
      `      - { label: "With ${practice}", value: way-${i + 1}, points: ${i % 4} }\n`,
  );
  return `  - id: goal
    ask: "{{ name }}, how would you like to ${topic.wish}?"
    score: start
    options:
${options.join("")}`;
}

function single({ topic, random }: Plan, n: number): string {
  const feeling = random.pick(topic.feelings);
  const options = topic.obstacles.map(
    (obstacle, i) => `      - label: ${obstacle}
        value: choice-${i + 1}
        note: "${random.pick(topic.practices)} may help here, says the plan"
        points: ${(i + n) % 4}
`,
  );
  return `  - id: why-${n}
    ask: "${n}. When you feel ${feeling}, what is it about most often?"
    help: ${random.pick(closings)}
    score: ${SCORES[n % SCORES.length]}
    options:
${options.slice(0, 3 + (n % 3)).join("")}`;
}

function frequency({ topic, random }: Plan, n: number): string {
  return `  - { id: often-${n}, score: ${SCORES[n % SCORES.length]}, options: frequency, ask: "${n}. How often do you ${random.pick(topic.habits)}?", help: ${random.pick(closings).split(/[,;]/)[0]}. }
`;
}

function scale({ topic, random }: Plan, n: number): string {
  return `  - id: fits-${n}
    page: scale
    ask: How well does this describe you?
    statement: "${n}. I ${random.pick(topic.habits)} and feel ${random.pick(topic.feelings)}."
    help: ${random.pick(closings)}
    from: 1
    to: 5
    low: Not at all
    high: Very well
`;
}

function multi({ topic, random }: Plan, n: number): string {
  return `  - id: several-${n}
    page: multi
    ask: "${n}. What gets in the way of ${random.pick(topic.practices)}?"
    help: Choose up to three. ${random.pick(closings)}
    max: 3
    none: None of these
    options:
${topic.obstacles.map((obstacle) => `      - ${obstacle}\n`).join("")}`;
}

function info({ topic, random }: Plan, n: number): string {
  return `  - id: pause-${n}
    page: info
    when: { age: [25-34, 35-44, 45-54] }
    heading: A word in between, {{ name }}
    text: |
      You want to ${topic.wish}: **{{ goal }}**.

      ${random.pick(facts)}

      - ${random.pick(topic.practices)}
      - ${random.pick(topic.practices)}, later
    button: Go on
`;
}

function slider({ topic, random }: Plan, n: number): string {
  return `  - id: amount-${n}
    page: slider
    when: { any: [{ goal: [way-1, way-2] }, { not: { age: 18-24 } }] }
    ask: How many minutes a day could go to ${random.pick(topic.practices)}?
    help: ${random.pick(closings)}
    min: 5
    max: 60
    step: 5
    unit: minutes
    low: 5 minutes
    high: An hour
`;
}
