import { ADHD, CALM, EX_BACK, type Planted } from "./planted.ts";

/** A question that a condition and a recap name. */
const SINCE = /id: since\n([\s\S]*?)\{ since: ([\s\S]*?)question: since\b/;

export const asked: readonly Planted[] = [
  [
    "a new question",
    ADHD,
    "  - id: area\n",
    "  - { id: extra, ask: New?, options: [{ label: A, value: a }, { label: B, value: b }] }\n  - id: area\n",
  ],
  ["a question that is gone", ADHD, /\n {2}- \{ id: rest, .*/, ""],
  [
    "two questions changed round",
    ADHD,
    /( {2}- \{ id: page-again.*\n)( {2}- \{ id: begin.*\n)/,
    "$2$1",
  ],
  [
    "a question asked later",
    ADHD,
    /( {2}- \{ id: slow-line.*\n)( {2}- \{ id: feelings.*\n)/,
    "$2$1",
  ],
  [
    "a question's id",
    ADHD,
    SINCE,
    "id: how-long\n$1{ how-long: $2question: how-long",
  ],
  [
    "a question's id, and what it was",
    ADHD,
    SINCE,
    "id: how-long\n    was: [since]\n$1{ how-long: $2question: how-long",
  ],
  [
    "a question that has become another",
    ADHD,
    "  - id: mind\n    ask: On a full day, what is your mind most like?",
    "  - id: head\n    ask: On a busy day, what is your mind most like?",
  ],
  [
    "a kind of question",
    ADHD,
    /- \{ id: slow-line.*\}/,
    "- { id: slow-line, page: text, ask: Does this sound like you? }",
  ],
  ["a stored value", ADHD, "value: at-work }", "value: office }"],
  [
    "a stored value, and what it was",
    ADHD,
    "value: at-work }",
    "value: office, was: [at-work] }",
  ],
  ["a choice that is gone", ADHD, /\n {6}- \{ label: In my studies.*/, ""],
  [
    "a choice more",
    ADHD,
    "      - { label: In my studies",
    "      - { label: In the garden, value: garden }\n      - { label: In my studies",
  ],
  ["less room for a number", ADHD, "min: 3, max: 11", "min: 3, max: 9"],
  ["how many may be chosen", ADHD, "    max: 3\n", "    max: 2\n"],
  ["a name that is asked for no more", ADHD, "    contact: name\n", ""],
  [
    "a field more",
    ADHD,
    "page: registration",
    "page: registration\n    fields: [name, email]",
  ],
  [
    "an answer that is no danger any more",
    EX_BACK,
    "value: afraid, danger: true }",
    "value: afraid }",
  ],
  [
    "an answer that is a danger now",
    ADHD,
    "{ label: At work, value: at-work }",
    "{ label: At work, value: at-work, danger: true }",
  ],
  [
    "an answer that is a danger and has another value",
    EX_BACK,
    /value: court, (danger: true[^]*?)feared, court, unsaid\]/,
    "value: police, was: [court], $1feared, police, unsaid]",
  ],
  [
    "an answer that was a danger and is gone",
    EX_BACK,
    / {6}- \{ label: The police.*\n/,
    "",
  ],
  [
    "a question that asks for a danger",
    ADHD,
    "  - id: area\n",
    "  - { id: extra, ask: New?, options: [{ label: A, value: a, danger: true }, { label: B, value: b }] }\n  - id: area\n",
  ],
  [
    "what is sensitive",
    ADHD,
    "  - id: area\n    ask",
    "  - id: area\n    sensitive: true\n    ask",
  ],
  ["analytics", ADHD, "analytics: true", "analytics: false"],
  ["consent", CALM, /\nconsent: \w+/, "\nconsent: notice"],
  [
    "for how long people are kept",
    CALM,
    "retentionDays: 730",
    "retentionDays: 365",
  ],
  ["a third party that is gone", CALM, "  tagManager: GTM-ST7MR2E\n", ""],
  [
    "where a third party is",
    CALM,
    "host: https://eu.i.posthog.com",
    "host: https://us.i.posthog.com",
  ],
  ["when a place is looked up", CALM, "geo: offers", "geo: start"],
];
