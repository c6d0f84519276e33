import type { OutboxSettings } from "./jobs/outbox.ts";
import type { MaxPaySettings } from "./payments/max-pay/provider.ts";
import type { PayProSettings } from "./payments/pay-pro.ts";
import type { ImageApiSettings } from "./previews/image-api.ts";
import { Refusal } from "./refusal.ts";

/** A variable by its name; null when it is not set, or empty. */
type Read = (name: string) => string | null;

const DEFAULT_PORT = 4173;

/** The server's surroundings, read once at the start. */
export interface Env {
  readonly port: number;
  /** null: every address, so that `*.localhost` works on 127.0.0.1 and ::1. */
  readonly host: string | null;
  /** null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** `https://api.example` when the API has a host of its own; null on the same origin. */
  readonly apiOrigin: string | null;
  readonly stripeKey: string | null;
  readonly stripeWebhookSecret: string | null;
  /** A stand-in for Stripe, for tests; null: Stripe itself. */
  readonly stripeApi: URL | null;
  /** null: MaxPay is played by the sandbox, or off where money is real. */
  readonly maxPay: MaxPaySettings | null;
  /** null: PayPro is played by the sandbox, or off where money is real. */
  readonly payPro: PayProSettings | null;
  /** Header in which a proxy tells the visitor's country, as ISO 3166-1 alpha-2. */
  readonly countryHeader: string | null;
  readonly cityHeader: string | null;
  readonly postcodeHeader: string | null;
  /** A file that says where networks are. */
  readonly geoTable: string | null;
  /** Header in which a proxy tells the visitor's address. */
  readonly addressHeader: string | null;
  /** Where contacts and payments are told to; null: nowhere. */
  readonly outbox: OutboxSettings | null;
  /** Who makes the pictures; null: the built-in styles. */
  readonly imageApi: ImageApiSettings | null;
  /** Lets its holder see figures of experiments and metrics. */
  readonly adminToken: string | null;
  /** Whether anybody may read the metrics: where a proxy keeps strangers away from them. */
  readonly openMetrics: boolean;
  /** How long a stopping server still takes requests, so that a balancer sees it go. */
  readonly drainMs: number;
  /** Connections to PostgreSQL. */
  readonly poolSize: number;
  readonly production: boolean;
}

/** Reads the environment; an empty value counts as none. Throws a `Refusal` that names the variable. */
export function readEnv(
  variables: Readonly<Record<string, string | undefined>>,
): Env {
  const read: Read = (name) => variables[name]?.trim() || null;
  return {
    port: readPort(read("PORT")),
    host: read("HOST"),
    databaseUrl: read("DATABASE_URL"),
    dataDir: read("DATA_DIR") ?? ".data",
    apiOrigin: readOrigin("API_HOST", read("API_HOST")),
    stripeKey: read("STRIPE_SECRET_KEY"),
    stripeWebhookSecret: read("STRIPE_WEBHOOK_SECRET"),
    stripeApi: readAddress("STRIPE_API", read("STRIPE_API")),
    maxPay: readMaxPay(read),
    payPro: readPayPro(read),
    countryHeader: read("GEO_COUNTRY_HEADER"),
    cityHeader: read("GEO_CITY_HEADER"),
    postcodeHeader: read("GEO_POSTCODE_HEADER"),
    geoTable: read("GEO_TABLE"),
    addressHeader: read("CLIENT_ADDRESS_HEADER"),
    outbox: readOutbox(read),
    imageApi: readImageApi(read),
    adminToken: read("ADMIN_TOKEN"),
    openMetrics: read("METRICS") === "open",
    drainMs: readCount("DRAIN_SECONDS", read("DRAIN_SECONDS"), 0) * 1_000,
    poolSize: readCount("DATABASE_POOL", read("DATABASE_POOL"), 10),
    production: read("NODE_ENV") === "production",
  };
}

function readOutbox(read: Read): OutboxSettings | null {
  const address = readAddress("OUTBOX_URL", read("OUTBOX_URL"));
  const secret = read("OUTBOX_SECRET");
  if (address !== null && secret !== null) return { address, secret };
  if (address === null && secret === null) return null;
  throw new Refusal(
    "OUTBOX_URL and OUTBOX_SECRET belong together: set both, or none.",
  );
}

function readImageApi(read: Read): ImageApiSettings | null {
  const address = readAddress("IMAGE_API_URL", read("IMAGE_API_URL"));
  const key = read("IMAGE_API_KEY");
  if (address !== null) return { address, key };
  if (key === null) return null;
  throw new Refusal(
    "IMAGE_API_KEY is of no use without IMAGE_API_URL: set both, or leave both out for the built-in styles.",
  );
}

function readMaxPay(read: Read): MaxPaySettings | null {
  const merchant = read("MAX_PAY_MERCHANT");
  const secret = read("MAX_PAY_SECRET");
  const address = readAddress("MAX_PAY_ADDRESS", read("MAX_PAY_ADDRESS"));
  if (merchant !== null && secret !== null && address !== null)
    return { merchant, secret, address };
  if (merchant === null && secret === null && address === null) return null;
  throw new Refusal(
    "MaxPay needs MAX_PAY_MERCHANT, MAX_PAY_SECRET and MAX_PAY_ADDRESS: set all of them, or none.",
  );
}

function readPayPro(read: Read): PayProSettings | null {
  const key = read("PAY_PRO_KEY");
  const address = readAddress("PAY_PRO_ADDRESS", read("PAY_PRO_ADDRESS"));
  if (key !== null && address !== null) return { key, address };
  if (key === null && address === null) return null;
  throw new Refusal(
    "PayPro needs PAY_PRO_KEY and PAY_PRO_ADDRESS: set both, or none.",
  );
}

function readPort(text: string | null): number {
  if (text === null) return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Refusal(
    `PORT is "${text}"; set it to a number from 0 to 65535, or leave it out for ${DEFAULT_PORT}.`,
  );
}

function readCount(name: string, text: string | null, preset: number): number {
  if (text === null) return preset;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new Refusal(
    `${name} is "${text}"; set it to a number, or leave it out for ${preset}.`,
  );
}

function readOrigin(name: string, text: string | null): string | null {
  if (text === null) return null;
  const address = text.includes("://") ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Refusal(
    `${name} is "${text}"; set it to a host such as https://api.example, or leave it out for the same origin.`,
  );
}

function readAddress(name: string, text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new Refusal(
    `${name} is "${text}"; set it to an address such as http://127.0.0.1:12111, or leave it out.`,
  );
}
