import { MODELINE } from "./places.ts";

/** A funnel without a mistake; each of `MISTAKES` changes one thing in it. */
export const FUNNEL = `${MODELINE}name: Evenings
title: A calmer evening in three questions
mounts: [/quiz-evening]

questions:
  - id: bedtime
    ask: When do you go to bed?
    options: [Before ten, Around midnight, Later]
  - { id: rested, page: scale, ask: How rested are you?, low: Not at all, high: Very }

pages:
  - path: oto
    page: offer
    heading: Your evenings
    guards: [visitor-loaded]
    sections:
      - section: plans
        plans: [{ product: plan, label: 4 weeks }]
    accept: thank-you
    decline: thank-you
  - path: thank-you
    page: thank-you
    heading: Thank you
`;

interface Mistake {
  readonly replace: string;
  readonly by: string;
  /** The line that is underlined, as it stands after the mistake. */
  readonly at: string;
  readonly message: RegExp;
}

export const MISTAKES: Readonly<Record<string, Mistake>> = {
  "an unknown page": {
    replace: "page: offer",
    by: "page: ofer",
    at: "    page: ofer",
    message: /not accepted.*"offer"/,
  },
  "a page that is no question": {
    replace: "page: scale",
    by: "page: offer",
    at: "  - { id: rested, page: offer, ask: How rested are you?, low: Not at all, high: Very }",
    message: /not accepted.*"scale"/,
  },
  "an unknown section": {
    replace: "section: plans",
    by: "section: plan",
    at: "      - section: plan",
    message: /not accepted.*"plans"/,
  },
  "an unknown guard": {
    replace: "[visitor-loaded]",
    by: "[visitor-loded]",
    at: "    guards: [visitor-loded]",
    message: /not accepted.*"visitor-loaded"/,
  },
  "an unknown key of the file": {
    replace: "title: A calmer",
    by: "tagline: Hm\ntitle: A calmer",
    at: "tagline: Hm",
    message: /tagline is not allowed/,
  },
  "a key of another page": {
    replace: "    heading: Thank you",
    by: "    heading: Thank you\n    declineLabel: No",
    at: "    declineLabel: No",
    message: /declineLabel is not allowed/,
  },
  "an unknown key of a section's item": {
    replace: "label: 4 weeks",
    by: "label: 4 weeks, price: 5",
    at: "        plans: [{ product: plan, label: 4 weeks, price: 5 }]",
    message: /price is not allowed/,
  },
  "a missing key of the file": {
    replace: "mounts: [/quiz-evening]\n",
    by: "",
    at: "name: Evenings",
    message: /Missing property "mounts"/,
  },
  "a missing key of every page": {
    replace: "  - path: oto\n    page: offer",
    by: "  - page: offer",
    at: "  - page: offer",
    message: /Missing property "path"/,
  },
  "a missing key of one page": {
    replace: "    accept: thank-you\n",
    by: "",
    at: "  - path: oto",
    message: /Missing property "accept"/,
  },
  "a missing key of the question nobody named a page for": {
    replace: "    options: [Before ten, Around midnight, Later]\n",
    by: "",
    at: "  - id: bedtime",
    message: /Missing property "options"/,
  },
  "a number instead of a text": {
    replace: "ask: When do you go to bed?",
    by: "ask: 10",
    at: "    ask: 10",
    message: /Expected "string"/,
  },
  "a text instead of a list": {
    replace: "guards: [visitor-loaded]",
    by: "guards: visitor-loaded",
    at: "    guards: visitor-loaded",
    message: /Expected "array"/,
  },
  "an address with a space": {
    replace: "path: oto",
    by: "path: my offer",
    at: "  - path: my offer",
    message: /does not match the pattern/,
  },
};
