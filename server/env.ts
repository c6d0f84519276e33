import type { Providers } from "./checkout/provider.ts";
import { readSmtp, type SmtpSettings } from "./mail/settings.ts";
import { readReceivers } from "./jobs/receivers.ts";
import type { Receiver } from "./jobs/deliveries.ts";
import { createProviders } from "./payments/registry.ts";
import type { ImageApiSettings } from "./previews/image-api.ts";
import { Refusal } from "./refusal.ts";
import { readVariables, type Variables } from "./variables.ts";

const DEFAULT_PORT = 4173;

/** The server's environment, read once at the start. */
export interface Env {
  readonly port: number;
  /** null: every address, so that `*.localhost` works on 127.0.0.1 and ::1. */
  readonly host: string | null;
  /** null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** `https://api.example` when the API has a host of its own; null on the same origin. */
  readonly apiOrigin: string | null;
  /** Who takes money, as their own variables set them up. */
  readonly providers: Providers;
  /** Header in which a proxy tells the visitor's country, as ISO 3166-1 alpha-2. */
  readonly countryHeader: string | null;
  readonly cityHeader: string | null;
  readonly postcodeHeader: string | null;
  /** A file that says where networks are. */
  readonly geoTable: string | null;
  /** Header in which a proxy tells the visitor's address. */
  readonly addressHeader: string | null;
  /** Who is told of contacts, payments and what comes after them. */
  readonly receivers: readonly Receiver[];
  /** Who takes mail; null: it is written into `dataDir`. */
  readonly smtp: SmtpSettings | null;
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
  /** For how many days people are kept at brands that say nothing. */
  readonly retentionDays: number;
  readonly production: boolean;
}

const MODES = ["production", "development", "test"] as const;

/** Two years. */
export const RETENTION_DAYS = 730;
/** Orders, refunds and disputes take their time. */
const RETENTION_DAYS_MIN = 30;

/** Reads the environment; an empty value counts as none. Throws a `Refusal` that names the variable. */
export function readEnv(
  values: Readonly<Record<string, string | undefined>>,
): Env {
  const variables = readVariables(values);
  const { text: read, header } = variables;
  return {
    port: readPort(read("PORT")),
    host: read("HOST"),
    databaseUrl: read("DATABASE_URL"),
    dataDir: read("DATA_DIR") ?? ".data",
    apiOrigin: readOrigin("API_HOST", read("API_HOST")),
    providers: createProviders(variables),
    countryHeader: header("GEO_COUNTRY_HEADER"),
    cityHeader: header("GEO_CITY_HEADER"),
    postcodeHeader: header("GEO_POSTCODE_HEADER"),
    geoTable: read("GEO_TABLE"),
    addressHeader: header("CLIENT_ADDRESS_HEADER"),
    receivers: readReceivers(values, variables),
    smtp: readSmtp(variables),
    imageApi: readImageApi(variables),
    adminToken: readToken(read("ADMIN_TOKEN")),
    openMetrics: readOneOf("METRICS", read("METRICS"), ["open"]) !== null,
    drainMs: readCount("DRAIN_SECONDS", read("DRAIN_SECONDS"), 0) * 1_000,
    poolSize: readCount("DATABASE_POOL", read("DATABASE_POOL"), 10),
    retentionDays: readRetention(read("RETENTION_DAYS")),
    production: readOneOf("NODE_ENV", read("NODE_ENV"), MODES) === "production",
  };
}

function readImageApi({
  text,
  address: read,
}: Variables): ImageApiSettings | null {
  const address = read("IMAGE_API_URL");
  const key = text("IMAGE_API_KEY");
  if (address !== null) return { address, key };
  if (key === null) return null;
  throw new Refusal(
    "IMAGE_API_KEY is of no use without IMAGE_API_URL: set both, or leave both out for the built-in styles.",
  );
}

/** One of few words: another one would be taken for none. */
function readOneOf<T extends string>(
  name: string,
  text: string | null,
  words: readonly T[],
): T | null {
  const known = words.find((word) => word === text);
  if (known !== undefined) return known;
  if (text === null) return null;
  throw new Refusal(
    `${name} is "${text}"; set it to ${words.join(", ")}, or leave it out.`,
  );
}

/** What can be sent as a bearer token. */
function readToken(text: string | null): string | null {
  if (text === null || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new Refusal(
    "ADMIN_TOKEN has blanks or letters in it that cannot be sent with a call: make one by openssl rand -base64 24.",
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

function readRetention(text: string | null): number {
  const days = readCount("RETENTION_DAYS", text, RETENTION_DAYS);
  if (days >= RETENTION_DAYS_MIN) return days;
  throw new Refusal(
    `RETENTION_DAYS is "${days}"; set it to at least ${RETENTION_DAYS_MIN} days, or leave it out for ${RETENTION_DAYS}.`,
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
