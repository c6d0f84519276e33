/** The folders under `funnels/`; the flows visit all of them. */
export const brands = [
  "body",
  "calm",
  "dating",
  "face-care",
  "skill-building",
  "spiritual",
  "transform",
  "woo",
] as const;

export type BrandId = (typeof brands)[number];
