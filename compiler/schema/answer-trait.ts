/** An answer; `low`, `high`, `step` and `longest` name the properties that bound it. */
export type AnswerTrait =
  | { readonly kind: "one" }
  | { readonly kind: "words"; readonly longest?: string }
  | {
      readonly kind: "several" | "day";
      readonly low: string;
      readonly high: string;
    }
  | QuantityTrait;

/** A number as an answer. */
export interface QuantityTrait {
  readonly kind: "quantity";
  readonly low: string;
  readonly high: string;
  /** The property with the distance between two values. */
  readonly step?: string;
  /** It takes tenths where one of these properties has one of these values, between its ends where none are written. */
  readonly tenths?: Tenths;
  /** The property with the values that are not asked about again. */
  readonly plausible?: string;
  /** Set where every whole number is a place to tap: how many steps fit on a small screen. */
  readonly marks?: number;
}

/** Two ends by the name and the value of a property. */
type Tenths = Readonly<
  Record<string, Readonly<Record<string, readonly [number, number]>>>
>;

/** The properties that decide which answers there are. */
export function boundsOf(answer: AnswerTrait | null): string[] {
  switch (answer?.kind) {
    case "several":
    case "day":
      return [answer.low, answer.high];
    case "quantity": {
      const { low, high, step, tenths = {} } = answer;
      return [
        low,
        high,
        ...(step === undefined ? [] : [step]),
        ...Object.keys(tenths),
      ];
    }
    case "words":
      return answer.longest === undefined ? [] : [answer.longest];
    case "one":
    case undefined:
      return [];
  }
}
