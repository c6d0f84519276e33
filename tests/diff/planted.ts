/** A change of one file of the content: what is changed, where, and what it then reads. */
export type Planted = readonly [
  what: string,
  file: string,
  from: string | RegExp,
  to: string,
];

export const ADHD = "calm/adhd.yaml";
export const CALM = "calm/brand.yaml";
export const EX_BACK = "dating/ex-back.yaml";
export const SITE = "site.yaml";
