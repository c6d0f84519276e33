/**
 * The open form of `generated/names.ts`: while content is being compiled, names are strings.
 * The emitted file closes them to the literal unions of one compilation.
 */
export type BrandId = string;
export type Currency = string;
export type ExperimentName = string;
export type GuardId = string;
export type PageId = string;
export type ProductCode = string;
export type PageProps = Readonly<
  Record<PageId, Readonly<Record<string, unknown>>>
>;
