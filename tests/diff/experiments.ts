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
    "what one side shows",
    EX_BACK,
    "b: { page_type: B, titleType: b }",
    "b: { page_type: B, titleType: b, heading: Your plan }",
  ],
];
