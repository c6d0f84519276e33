/**
 * The open form of `generated/names.ts`: while content is being compiled, names are strings.
 * The emitted file closes them to the literal unions of one compilation.
 */
export type Address = string;
export type BrandId = string;
export type Currency = string;
export type ExperimentName = string;
export type GuardId = string;
export type Mount = string;
export type PageId = string;
/** The payment providers that content may name: for a payment page, and for charging what is saved. */
export type CheckoutProvider = string;
export type SavedMethod = string;
/** What a card, a wallet or an account is known by. */
export type PaymentMethod = string;
export type ProductCode = string;
export type StepId = string;
export type StepPath = string;
export type StepPattern = string;
export type Target = string;
export type PageEdges = Readonly<
  Record<PageId, "next" | "accept" | "decline" | "failed">
>;
export type PageProps = Readonly<
  Record<PageId, Readonly<Record<string, unknown>>>
>;
