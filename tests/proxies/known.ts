import type { Answered } from "./answered.ts";
import type { Asked } from "./asked.ts";

export type Proxy = "nginx" | "Caddy";

/** A difference that stays, and why. */
export interface Known {
  readonly of: readonly Proxy[];
  readonly reason: string;
  /** The answers that may differ so: our status, and theirs where it is another one. */
  readonly status: readonly [number, number?];
  /** Which parts differ: `body` and names of headers; "all" of an answer of another kind. */
  readonly parts: readonly string[] | "all";
  readonly when?: (asked: Asked) => boolean;
}

const BOTH = ["nginx", "Caddy"] as const;
const NGINX = ["nginx"] as const;
const CADDY = ["Caddy"] as const;
const packed = ({ headers }: Asked) =>
  /br|gzip/i.test(headers["accept-encoding"] ?? "");
const isPath = (pattern: RegExp) => (asked: Asked) => pattern.test(asked.path);

const TAG =
  "the tag is made of the file's time and length, not of what it holds";
const NO_PART = "answers without a body say less";
const SPELLING =
  "what no page of ours has for an address is refused by the server before it is asked for the page";

export const KNOWN: readonly Known[] = [
  ...([200, 206, 304, 404] as const).map((status) => ({
    of: BOTH,
    reason: TAG,
    status: [status] as const,
    parts: ["etag"],
  })),
  ...([301, 302] as const).map((status) => ({
    of: BOTH,
    reason: "a redirect has a short page of its own, or says that it has none",
    status: [status] as const,
    parts: ["body", "content-type", "content-length"],
  })),
  ...([206, 404] as const).map((status) => ({
    of: NGINX,
    reason: "that parts can be had is said of whole files alone",
    status: [status] as const,
    parts: ["accept-ranges"],
  })),
  {
    of: BOTH,
    reason: NO_PART,
    status: [304],
    parts: ["content-type", "content-encoding"],
  },
  {
    of: BOTH,
    reason:
      "the length of a short text is said to whoever asks for the head too",
    status: [404],
    parts: ["content-length"],
    when: ({ method }) => method === "HEAD",
  },
  {
    of: NGINX,
    reason:
      "a part that is not there is answered by a page of nginx, with its headers said twice",
    status: [416],
    parts: "all",
  },
  {
    of: CADDY,
    reason: "a part that is not there is answered by a sentence",
    status: [416],
    parts: ["body", "content-length", "accept-ranges", "etag"],
  },
  {
    of: CADDY,
    reason:
      "that a part is not there is said to be kept as long as the file: the rule for caches is set before the file is looked at",
    status: [416],
    parts: ["cache-control"],
  },
  ...([200, 404] as const).map((status) => ({
    of: CADDY,
    reason: "a packed file is sent in chunks",
    status: [status] as const,
    parts: ["content-length"],
    when: packed,
  })),
  ...([200, 404] as const).map((status) => ({
    of: CADDY,
    reason: "of two codings the one that is wanted more is sent",
    status: [status] as const,
    parts: ["body", "content-encoding", "content-length"],
    when: ({ headers }: Asked) => /;q=1/.test(headers["accept-encoding"] ?? ""),
  })),
  {
    of: CADDY,
    reason:
      "where a part was asked for, the page that is not there comes packed",
    status: [404],
    parts: ["body", "content-encoding", "content-length"],
    when: ({ headers }) => headers["range"] !== undefined,
  },
  {
    of: CADDY,
    reason: "a part in another unit than bytes is none: the file comes packed",
    status: [200],
    parts: ["body", "content-encoding", "content-length"],
    when: ({ headers }) => headers["range"]?.startsWith("lines") === true,
  },
  ...([206, 416] as const).map((status) => ({
    of: BOTH,
    reason:
      "a part is a matter of GET, and they answer a HEAD as they would one: with the length of the part",
    status: [200, status] as const,
    parts: "all" as const,
    when: ({ method, headers }: Asked) =>
      method === "HEAD" && headers["range"] !== undefined,
  })),
  {
    of: BOTH,
    reason: "packed forms of documents are no files of their own",
    status: [200, 404],
    parts: "all",
    when: isPath(/\.gz$/),
  },
  {
    of: BOTH,
    reason: "the folder of assets is answered as a missing asset",
    status: [404],
    parts: "all",
    when: isPath(/^\/assets\/$/),
  },
  {
    of: BOTH,
    reason: SPELLING,
    status: [400],
    parts: "all",
    when: isPath(/%/),
  },
  {
    of: BOTH,
    reason: "a spelling that no page of ours has is unknown, not refused",
    status: [400, 404],
    parts: "all",
    when: isPath(/%/),
  },
  {
    of: NGINX,
    reason: SPELLING,
    status: [404, 400],
    parts: "all",
    when: isPath(/\.\.|%2e/),
  },
];

/** The reasons for which these two answers may differ as they do; null where no reason covers it. */
export function reasonsFor(
  proxy: Proxy,
  asked: Asked,
  [ours, theirs]: readonly [Answered, Answered],
  parts: readonly string[],
): readonly Known[] | null {
  const fitting = KNOWN.filter(
    ({ of, status: [our, their = our], when = () => true }) =>
      of.some((name) => name === proxy) &&
      our === ours.status &&
      their === theirs.status &&
      when(asked),
  );
  const covers = (known: Known, part: string) =>
    known.parts === "all" || part === "status"
      ? known.parts === "all"
      : known.parts.includes(part);
  return parts.every((part) => fitting.some((known) => covers(known, part)))
    ? fitting.filter((known) => parts.some((part) => covers(known, part)))
    : null;
}
