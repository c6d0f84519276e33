import type { IncomingHttpHeaders } from "node:http";
import { extname } from "node:path";
import { CONTENT_TYPES, GONE, OTHER_TYPE } from "../../generated/delivery.ts";
import { securityFields } from "../http/security-headers.ts";
import { remembered } from "../remembered.ts";
import type { Coding, StaticFile } from "./files.ts";
import { readRange } from "./range.ts";

/** What goes back to the browser; the request's id comes with it. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, sorted by name. */
  readonly headers: readonly string[];
  /** Bytes are measured by a header of theirs, text by whoever sends it. */
  readonly body: Buffer | string | null;
}
type Fields = Readonly<Record<string, string>>;

/** Makes answers with the security headers that they do not have themselves. */
export function createAnswers(production: boolean) {
  const everywhere = Object.fromEntries(securityFields(production));
  return (status: number, fields: Fields, body: Answer["body"]): Answer => ({
    status,
    headers: Object.entries({ ...everywhere, ...fields })
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat(),
    body,
  });
}
export type MakeAnswer = ReturnType<typeof createAnswers>;

/** Answers files of one kind; what most are answered is made once for a file that is kept. */
export function createFileAnswers(
  make: MakeAnswer,
  kind: { readonly status?: number; readonly cacheControl: string },
): (file: StaticFile, headers: IncomingHttpHeaders) => Answer {
  const { status = 200, cacheControl } = kind;
  const whole = new WeakMap<StaticFile, Answer>();
  const wholeOf = (file: StaticFile) => {
    const answer = make(
      status,
      {
        ...fieldsOf(file, cacheControl),
        "accept-ranges": "bytes",
        "content-length": String(file.body.byteLength),
      },
      file.body,
    );
    whole.set(file, answer);
    return answer;
  };
  return (file, headers) => {
    if (status === 200) {
      if (matches(headers["if-none-match"], file.tag))
        return make(304, fieldsOf(file, cacheControl), null);
      const range = rangeOf(file, headers);
      if (range !== null)
        return part(make, file, range, fieldsOf(file, cacheControl));
    }
    return whole.get(file) ?? wholeOf(file);
  };
}

function fieldsOf(
  { path, coding, tag }: StaticFile,
  cacheControl: string,
): Fields {
  return {
    "content-type": CONTENT_TYPES[extname(path)] ?? OTHER_TYPE,
    "cache-control": cacheControl,
    vary: "accept-encoding",
    ...(coding !== null && { "content-encoding": coding }),
    etag: tag,
  };
}

/** The rest of what a browser has kept is cut from the same bytes, or it would have a file that never was. */
function rangeOf(
  { body, tag }: StaticFile,
  headers: IncomingHttpHeaders,
): ReturnType<typeof readRange> {
  const wanted = headers["if-range"] ?? tag;
  return headers.range === undefined || wanted !== tag
    ? null
    : readRange(headers.range, body.byteLength);
}

function part(
  make: MakeAnswer,
  { body }: StaticFile,
  range: Exclude<ReturnType<typeof readRange>, null>,
  fields: Fields,
): Answer {
  const size = body.byteLength;
  const all = { ...fields, "accept-ranges": "bytes" };
  if (range === "outside") {
    // Else caches that pass ranges on would keep it, and answer by it whoever wants the file.
    const gone = { ...all, "cache-control": GONE.cacheControl };
    return make(416, { ...gone, "content-range": `bytes */${size}` }, null);
  }
  const { start, end } = range;
  return make(
    206,
    {
      ...all,
      "content-range": `bytes ${start}-${end - 1}/${size}`,
      "content-length": String(end - start),
    },
    body.subarray(start, end),
  );
}

const CODINGS = ["br", "gzip"] as const;

/** In which codings a file may be sent. A part is cut from the file itself, never from its packed form. */
export function acceptedCodings(
  headers: IncomingHttpHeaders,
): readonly Coding[] {
  const accepted = headers["accept-encoding"];
  return headers.range !== undefined || accepted === undefined
    ? []
    : codingsOf(accepted);
}

const codingsOf = remembered((accepted): readonly Coding[] => {
  const offers = accepted
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((item) => item.trim()));
  return CODINGS.filter((name) =>
    offers.some(
      ([offer, weight]) =>
        offer === name && !/^q=0(\.0*)?$/.test(weight ?? "q=1"),
    ),
  );
});

function matches(wanted: string | undefined, tag: string): boolean {
  if (wanted === undefined) return false;
  return (
    wanted.trim() === "*" ||
    wanted
      .split(",")
      .map((item) => item.trim().replace(/^W\//, ""))
      .includes(tag)
  );
}
