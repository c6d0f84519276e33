import { ADHD, EX_BACK, type Planted } from "./planted.ts";

export const ways: readonly Planted[] = [
  [
    "a condition",
    ADHD,
    "when: { sleep: { atMost: 6 } }",
    "when: { sleep: { atMost: 4 } }",
  ],
  ["a condition that is gone", ADHD, "\n    when: { since: change }", ""],
  [
    "another answer in a condition",
    ADHD,
    "when: { since: change }",
    "when: { since: i-only-noticed-lately }",
  ],
  [
    "a question that some are not asked",
    ADHD,
    "  - id: weekday\n",
    "  - id: weekday\n    when: { sleep: { atMost: 6 } }\n",
  ],
  [
    "where an offer leads that is declined",
    ADHD,
    "decline: thank-you",
    "decline: chart",
  ],
  [
    "where the button of a mail leads",
    ADHD,
    "    to: chart",
    "    to: thank-you",
  ],
  [
    "where one choice leads",
    ADHD,
    "{ label: At work, value: at-work }",
    "{ label: At work, value: at-work, to: since }",
  ],
  [
    "a way past everything",
    ADHD,
    "{ label: At work, value: at-work }",
    "{ label: At work, value: at-work, to: email }",
  ],
  [
    "accepted and declined changed round",
    EX_BACK,
    "accept: offer2-m\n    decline: downsell-oto",
    "accept: downsell-oto\n    decline: offer2-m",
  ],
  [
    "whom a section is for",
    ADHD,
    "{ restlessness: always-on } }]",
    "{ restlessness: humming } }]",
  ],
  [
    "who is let in",
    ADHD,
    "guards: [visitor-loaded, prerequisites]",
    "guards: [prerequisites]",
  ],
  [
    "points",
    ADHD,
    "{ label: Often, value: often, points: 3 }",
    "{ label: Often, value: often, points: 2 }",
  ],
  ["the end of a band", ADHD, "{ id: clear, upTo: 7,", "{ id: clear, upTo: 8,"],
  [
    "the score of a question",
    ADHD,
    "id: begin, score: focus",
    "id: begin, score: impulse",
  ],
  [
    "a page that nobody comes to any more",
    ADHD,
    "when: { sleep: { atMost: 6 } }",
    "when: { sleep: { atMost: 2 } }",
  ],
  [
    "a page without a question earlier",
    ADHD,
    /( {2}- id: area\n[\s\S]*?)( {2}- id: welcome\n[\s\S]*?)( {2}- id: mind\n)/,
    "$2$1$3",
  ],
  [
    "a page more, for some",
    ADHD,
    "  - id: mind\n",
    "  - { id: aside, page: info, when: { area: at-work }, heading: At work, button: On }\n  - id: mind\n",
  ],
];
