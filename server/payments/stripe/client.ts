import { Stripe } from "stripe";
import type { Secrets } from "../../variables.ts";
import { fetchProvider, PROVIDER_TIMEOUT_MS } from "../fetch-provider.ts";
import { unanswered } from "../unanswered.ts";

export interface StripeSettings {
  readonly secretKey: string;
  /** null: messages of Stripe cannot be told from forged ones, and are refused. */
  readonly webhookSecrets: Secrets | null;
  /** For payment pages of our own, with Stripe's elements in them; null: Stripe hosts the pages. */
  readonly publishableKey: string | null;
  /** Another address than Stripe's own, for a stand-in; null: Stripe. */
  readonly api: URL | null;
}

/** Stripe's SDK: every call has a time limit and is tried up to three times under one idempotency key. */
export function stripeClient({ secretKey, api }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    timeout: PROVIDER_TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchProvider),
    ...(api !== null && {
      host: api.hostname,
      port: api.port,
      protocol: api.protocol === "http:" ? "http" : "https",
    }),
  });
}

/** Stripe's word for what went wrong; undefined for an error that is none of Stripe's. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined;
}

/** Something that Stripe names by id or in full, where it is there in full. */
export function inFull<T extends object>(
  thing: string | T | null | undefined,
): T | null | undefined {
  return typeof thing === "string" ? null : thing;
}

/** The id of something that Stripe names by id or in full. */
export function idOf(thing: string | { readonly id: string }): string;
export function idOf(
  thing: string | { readonly id: string } | null | undefined,
): string | null;
export function idOf(
  thing: string | { readonly id: string } | null | undefined,
): string | null {
  if (thing === null || thing === undefined) return null;
  return typeof thing === "string" ? thing : thing.id;
}

/**
 * Stripe being out of reach, or at work on the same call (409), is no fault of ours and passes: the visitor's page asks
 * again with the same key.
 */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      error instanceof Stripe.errors.StripeIdempotencyError ||
      (error instanceof Stripe.errors.StripeAPIError &&
        (error.statusCode === 409 || (error.statusCode ?? 500) >= 500))
    )
      throw unanswered(error);
    throw error;
  }
}
