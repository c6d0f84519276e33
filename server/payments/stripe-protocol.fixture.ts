export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A form's fields by name, those in brackets inside. */
export type Form = { [name: string]: string | Form | undefined };

/** An error as Stripe words it. */
export function failure(
  type: string,
  code: string,
  more: Readonly<Record<string, unknown>> = {},
) {
  return { error: { type, code, message: code, ...more } };
}
