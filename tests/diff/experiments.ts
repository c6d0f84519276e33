import { EX_BACK, type Planted } from "./planted.ts";

export const experiments: readonly Planted[] = [
  [
    "a side of a running test",
    EX_BACK,
    "b: { page_type: B, titleType: b }",
    "b: { page_type: B }",
  ],
  ["a test that ends", EX_BACK, /\n {4}experiment: \{.*/, ""],
  ["a test with another name", EX_BACK, /ab_dat2_oto_22/g, "ab_dat2_oto_23"],
  [
    "what both sides show",
    EX_BACK,
    "heading: Your plan is ready, {{ name | friend }}\n    text: Made from",
    "heading: Your plan, {{ name | friend }}\n    text: Made from",
  ],
  [
    "a side on another page",
    EX_BACK,
    "heading: Not four weeks? Take one.",
    "experiment: { name: ab_dat2_oto_22, b: { heading: Take one week. } }\n    heading: Not four weeks? Take one.",
  ],
  [
    "a test that begins, of what is sold",
    EX_BACK,
    /\n\n# The code([^]*)\n {4}product: first-week\n/,
    "\n  smaller: Whether one week or two sell more.\n\n# The code$1\n    product: first-week\n    experiment: { name: smaller, b: { product: second-reader, heading: Not four weeks? } }\n",
  ],
  [
    "what one side shows",
    EX_BACK,
    "b: { page_type: B, titleType: b }",
    "b: { page_type: B, titleType: b, heading: Your plan }",
  ],
];
