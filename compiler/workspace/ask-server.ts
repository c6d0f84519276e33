/** For how long a server may say nothing, in milliseconds: before its answer, and in the middle of it. */
const SILENCE_MS = 15_000;
/** The same for a call that changes something, where it may have to ask others, and for one of a whole list. */
const LONG_SILENCE_MS = 60_000;
/** How a connection ends that stood. */
const BROKEN_OFF = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** A call of a running server for those who run it. */
export interface ServerCall {
  /** The address of the server. */
  readonly url: string;
  /** Below `/api/admin/`. */
  readonly path: string;
  readonly token: string | undefined;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent as JSON. */
  readonly body?: object;
  readonly isLong?: boolean;
  /** Whether the caller reads the answer while it comes, and hears of it when that breaks off; else it has come whole. */
  readonly isStream?: boolean;
}

/** What the server says, or why nobody can say anything: a sentence with the way out. */
export type ServerAnswer =
  | { readonly kind: "answered"; readonly answer: Response }
  | { readonly kind: "refused"; readonly text: string };

/** Calls a running server; answers of other statuses than 401 are the caller's to read. */
export async function askServer(call: ServerCall): Promise<ServerAnswer> {
  const { url, path } = call;
  // What has no protocol can be one all the same: that of `localhost:4173` would be `localhost`.
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return refused(
      `"${url}" is not a valid address: write it as http://localhost:4173.`,
    );
  if (call.token !== undefined && !/^[\x21-\x7e]*$/.test(call.token))
    return refused(
      "ADMIN_TOKEN has a space or a letter that no header can carry: give the server another one, and set it here, too.",
    );
  const address = new URL(`/api/admin/${path}`, url);
  // What `npm start` prints: browsers know these names to be this machine, and not every resolver does.
  if (address.hostname.endsWith(".localhost")) address.hostname = "localhost";
  const answer = await send(address, call);
  if (typeof answer === "string") return refused(answer);
  if (answer.ok && isPage(answer))
    return refused(
      `Something else than this server answers at ${address.origin}: a web page has come. Give the address of the API.`,
    );
  const isHidden =
    answer.status === 401 ||
    (answer.status === 404 && (await isNoSuchCall(answer)));
  if (isHidden)
    return refused(
      `The server at ${address.origin} shows its results only to those who have its ADMIN_TOKEN. Set ADMIN_TOKEN to the same value here.`,
    );
  return { kind: "answered", answer };
}

/** A good answer of a running server; null, and the reason on standard error, for any other. */
export async function askOrRefuse(call: ServerCall): Promise<Response | null> {
  const asked = await askServer(call);
  if (asked.kind === "refused") {
    refuse(asked.text);
    return null;
  }
  const { answer } = asked;
  if (answer.ok) return answer;
  const problem = await problemOf(answer);
  refuse(
    problem?.text ??
      `The server at ${new URL(call.url).origin} answered with status ${answer.status}.`,
  );
  return null;
}

/** How a running server is asked, and how its answer is printed. */
export interface PrintOptions {
  readonly url: string;
  readonly format: "text" | "json";
}

/** Prints what a running server answers, as text or JSON; 2 when it refuses, or none answers. */
export async function printAnswer(
  { url, format }: PrintOptions,
  call: Omit<ServerCall, "url">,
): Promise<number> {
  const accept = format === "text" ? "text/plain" : "application/json";
  const headers = { accept, ...call.headers };
  const answer = await askOrRefuse({ ...call, url, headers });
  if (answer === null) return 2;
  console.log((await answer.text()).trimEnd());
  return 0;
}

/** What lists of a running server are asked for, and how they are printed. */
export interface ListOptions {
  readonly url: string;
  readonly format: "text" | "json" | "csv";
  readonly email?: string;
  readonly brand?: string;
  readonly since?: string;
  readonly before?: string;
  readonly limit?: string;
}

/** Prints a list: a part of it, or all of it as CSV. 2 when the server does not answer or refuses. */
export function printList(
  name: string,
  { url, format, ...asked }: ListOptions,
  token: string | undefined,
): Promise<number> {
  return format === "csv"
    ? printFile({ url, path: pathWith(name, { ...asked, format }), token })
    : printAnswer({ url, format }, { path: pathWith(name, asked), token });
}

/** Prints a file of a running server as it is; 2 when it refuses, or none answers. */
export async function printFile(call: ServerCall): Promise<number> {
  const answer = await askOrRefuse({ ...call, isLong: true });
  if (answer === null) return 2;
  process.stdout.write(await answer.text());
  return 0;
}

/**
 * Prints findings of a running server as it has them; 1 when there are some, 2 when it refuses, or none answers.
 */
export async function printFindings(call: ServerCall): Promise<number> {
  const answer = await askOrRefuse(call);
  if (answer === null) return 2;
  console.log((await answer.text()).trimEnd());
  return answer.headers.get("x-findings") === "0" ? 0 : 1;
}

/** The path of a list with what it is asked for; what is left out is not asked. */
export function pathWith(
  path: string,
  asked: Readonly<Record<string, string | undefined>>,
): string {
  const said = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const query = new URLSearchParams(Object.fromEntries(said));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Says on standard error why a command cannot be done; answers its exit code. */
export function refuse(text: string): number {
  console.error(text);
  return 2;
}

/** What a problem of the server says, in its own words; null for what is none. */
export async function problemOf(
  answer: Response,
): Promise<{ readonly type: string; readonly text: string } | null> {
  const type = answer.headers.get("content-type") ?? "";
  if (!type.includes("problem+json")) return null;
  const problem = Object(await answer.clone().json());
  const errors: readonly unknown[] = Array.isArray(problem.errors)
    ? problem.errors
    : [];
  const mistakes = errors.map((one) => {
    const { pointer, detail } = Object(one);
    return `${String(pointer).replace("#/", "")} ${String(detail)}`;
  });
  const what =
    mistakes.length === 0 ? String(problem.detail) : `${mistakes.join("; ")}.`;
  return {
    type: String(problem.type),
    text: `${String(problem.title)} ${what}`,
  };
}

/** Not the 404 of an order or a person that nobody knows. */
async function isNoSuchCall(answer: Response): Promise<boolean> {
  const problem = await problemOf(answer);
  return problem === null || problem.type === "urn:problem:not-found";
}

/** The answer, or why there is none. */
async function send(
  address: URL,
  call: ServerCall,
): Promise<Response | string> {
  const { token, method = "GET", headers = {}, body, isLong, isStream } = call;
  const waited =
    method === "GET" && isLong !== true ? SILENCE_MS : LONG_SILENCE_MS;
  const silence = endOfSilence(waited);
  let hasBegun = false;
  try {
    const answer = await fetch(address, {
      method,
      headers: {
        ...headers,
        ...(body && { "content-type": "application/json" }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: silence.signal,
    });
    hasBegun = true;
    if (answer.status >= 300 && answer.status < 400)
      return leadsElsewhere(address, answer);
    const coming = answer.body?.pipeThrough(silence.watch()) ?? null;
    const read = new Response(coming, answer);
    if (isStream === true) return read;
    const text = await read.arrayBuffer();
    return new Response(coming === null ? null : text, answer);
  } catch (error) {
    const { code } = Object(Object(error).cause);
    if (!silence.signal.aborted && !hasBegun && !BROKEN_OFF.has(code))
      return `No server answers at ${address.origin}. Start it, or give the address of one that runs.`;
    const what = silence.signal.aborted
      ? `has said nothing for ${waited / 1_000} seconds`
      : "broke off before its answer was whole";
    const why = `The server at ${address.origin} ${what}.`;
    return method === "GET"
      ? why
      : `${why} It may have done what was asked: look before you ask again.`;
  }
}

/** The token is sent to nobody but whom it is meant for, so that nothing is followed: often from http to https. */
function leadsElsewhere(address: URL, answer: Response): string {
  const to = answer.headers.get("location") ?? "";
  const other = URL.canParse(to, address.href)
    ? new URL(to, address).origin
    : "";
  return other === "" || other === address.origin
    ? `Something else than this server answers at ${address.origin}: it leads to another page. Give the address of the API.`
    : `${address.origin} leads to ${other}: if that is yours, use --url ${other}.`;
}

/** Pages for people, such as one to sign in: the calls for operators never answer by one. */
function isPage({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/html") ?? false;
}

/** Aborts a call when nothing has come for so many milliseconds. */
function endOfSilence(ms: number) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), ms).unref();
  return {
    signal: control.signal,
    /** What passes through it is no silence. */
    watch: () =>
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, out) {
          timer.refresh();
          out.enqueue(part);
        },
      }),
  };
}

function refused(text: string): ServerAnswer {
  return { kind: "refused", text };
}
