const script = "/assets/app-1a2b.js";
const film = "/assets/film-1a2b.mp4";
type Fields = Readonly<Record<string, string>>;

function ask(target: string, fields: Fields = {}, method = "GET"): string {
  return raw(`${method} ${target} HTTP/1.1`, {
    host: "calm.localhost",
    "x-request-id": "a-name-of-theirs",
    ...fields,
  });
}

function raw(line: string, fields: Fields, body = ""): string {
  const lines = Object.entries(fields).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [line, ...lines, "", body].join("\r\n");
}

const HOSTS = [
  "calm.localhost:4173",
  "calm.example",
  "CALM.Example:443",
  "calm.example:80",
  "www.calm.example",
  "testing.calm.example",
  "www.staging.calm.example",
  "staging-calm.example",
  "calm.example.",
  "notcalm.example",
  "calm.example.evil.example",
  "constructor.localhost",
  "127.0.0.1:4173",
  "127.1",
  "[::1]:4173",
  "1.2.3.999",
  // Every version of Node refuses it; newer ones take xn--a.example.
  "xn--\u00fc.example",
  "calm.example:99999",
  "calm.example:1",
  "user@calm.example",
  "calm.example/quiz",
  "calm.example#x",
  "calm example",
  "c%61lm.example",
  "a..b",
  "caf\u00e9.example",
  "_calm.example",
  "",
];

function hosts(): string[] {
  const moved = { host: "www.old.example", "x-forwarded-proto": "https" };
  return [
    ...HOSTS.map((host) => ask("/quiz/start", { host })),
    ask("/quiz/start", { host: "somewhere.else", "x-host": "calm.example" }),
    ask("/quiz/start", { host: "calm.example", "x-host": "other.example" }),
    ask("/free?utm_source=x&email=a%40b", moved),
    ask("/free?utm_source=x", { ...moved, "x-forwarded-proto": "http" }),
    ask("//evil.example/%0d%0aset-cookie:a=b?x='", moved),
    ask("/healthz", moved),
    ask("/free", moved, "POST"),
    ask("/free", moved, "HEAD"),
  ];
}

const TARGETS = [
  "/",
  "/?abtest=a&utm_source=x%20y",
  "/quiz",
  "/quiz/",
  "/quiz/zzz?a=b",
  "/quiz/zzz/",
  "/quiz/%0d%0aset-cookie:a=b?x=%0d%0a",
  "/quiz/zzz?'\"<>|",
  "/quiz/upsell/zzz?a=b",
  "/quiz/upsell",
  "/quiz/start/?a=b",
  "//quiz//start",
  "/quiz/start",
  "/quiz/start?x=%zz",
  "/quiz/start?a=b#c",
  "/quiz/start#c?d",
  "/quiz/you'll-see",
  "/quiz/you%27ll-see",
  "/%71uiz/start",
  "/%71uiz/start/",
  "/robots.txt",
  "//robots.txt",
  "/robots.txt/",
  "/empty.txt",
  "/odd.unknown",
  "/loop.txt",
  "/nothing",
  "/ann@mail.example",
  "/quiz/21-step",
  "//evil.example/",
  "/quiz/start/deeper",
  "/constructor",
  "/__proto__",
  "/404.html",
  "/quiz/start/index.html",
  "/quiz/start/index.html.gz",
  `/${"x".repeat(3_000)}`,
  `/${"x/".repeat(9_000)}`,
  "/../secret.txt",
  "/../../dist-other/secret.txt",
  "/%2e%2e/%2e%2e/secret.txt",
  "/quiz/../robots.txt",
  "/quiz/./start",
  "/other/404.html",
  "/assets/app-1a2b.js",
  "/assets/app-1a2b.js/",
  "/assets//app-1a2b.js",
  "/assets/gone-1a2b.js",
  "/assets/",
  "/assets",
  "/assets/film-1a2b.mp4",
  "/%",
  "/quiz/%zz",
  "/%ff",
  "/..%2f..%2fsecret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "/..%5c..%5csecret.txt",
  "/..\\..\\secret.txt",
  "/quiz/start?\\",
  "/a%00b",
  "/a\u00e9",
  "/quiz/start?\u00e9",
  "quiz/start",
  "*",
  "http://calm.example/quiz/start?a=b",
  "http://other.example/quiz/start",
  "http://calm.example",
  "https://old.example/free",
  "ftp://calm.example/quiz/start",
  "http:///quiz/start",
  "/healthz",
  "/healthz/",
  "/HEALTHZ",
  "//healthz",
  "/./healthz",
  "/x/../healthz",
  "/%68ealthz",
  "/api",
  "/api/",
  "/apis",
  "/%61pi/healthz",
  "/api%2fhealthz",
  "/x/../api/nothing",
  "/ai-api/anything",
  "/admin",
  "/admin/",
  "/admin/x",
  "/metrics",
];

function paths(): string[] {
  return TARGETS.map((target) => ask(target));
}

const HEADS = [
  "/",
  "/quiz/start",
  "/nothing",
  "/%",
  "/robots.txt",
  film,
  "/assets/gone.js",
  "/healthz",
];

const ENCODINGS = [
  "br, gzip",
  "gzip;q=1, BR;q=0.5",
  "br;q=0",
  "br; q=0.000, gzip",
  "br;q=0, gzip;q=0",
  "gzip",
  "x-gzip",
  "*",
  "identity",
  "identity;q=0",
  ",;, ;q=1",
  "",
];

const RANGES = [
  "bytes=0-5",
  "bytes=-3",
  "bytes=-0",
  "bytes=20-",
  "bytes=900-",
  "bytes=5-2",
  "bytes=0-1,3-4",
  "bytes=0-99999999999999999999",
  "lines=1-2",
  "bytes=-",
  "",
];

const TAGS = [
  '"2QZtKcHf7WLhu94sECB5pc"',
  'W/"2QZtKcHf7WLhu94sECB5pc"',
  '"a", "2QZtKcHf7WLhu94sECB5pc"',
  "*",
  '"another"',
  "",
];

function conditions(): string[] {
  return [
    ...HEADS.map((target) => ask(target, {}, "HEAD")),
    ...[
      "POST",
      "PUT",
      "DELETE",
      "OPTIONS",
      "PATCH",
      "TRACE",
      "PROPFIND",
      "get",
    ].map((method) => ask("/quiz/start", {}, method)),
    ...[script, "/quiz/start", "/nothing"].flatMap((target) =>
      ENCODINGS.map((accept) => ask(target, { "accept-encoding": accept })),
    ),
    ...RANGES.map((range) => ask(script, { range, "accept-encoding": "br" })),
    ask(script, { range: "bytes=0-5" }, "HEAD"),
    ask(film, { range: "bytes=1000000-1000009" }),
    ask("/empty.txt", { range: "bytes=0-5" }),
    ask("/nothing", { range: "bytes=0-5" }),
    ...TAGS.map((tag) => ask("/robots.txt", { "if-none-match": tag })),
    ask("/robots.txt", { "if-none-match": "*" }, "HEAD"),
    ask("/robots.txt", { "if-none-match": "*", range: "bytes=0-2" }),
    ask("/nothing", { "if-none-match": "*" }),
    ask("/quiz/start", {
      "if-modified-since": "Fri, 31 Dec 2100 00:00:00 GMT",
    }),
    ask("/quiz/start", {
      "if-match": '"x"',
      "if-range": '"x"',
      range: "bytes=0-3",
    }),
  ];
}

function oddities(): string[] {
  const host = { host: "calm.localhost" };
  const bare = (fields: Fields, body = "") =>
    raw("GET /quiz/start HTTP/1.1", { ...host, ...fields }, body);
  const named = (name: string) => ask("/quiz/start", { "x-request-id": name });
  return [
    ...[
      "",
      "short",
      "with spaces in it",
      "x".repeat(64),
      "x".repeat(65),
      "12345678\u00e9",
    ].map(named),
    bare({}),
    bare({ "X-Request-Id": "first-name", "x-request-id": "second-name" }),
    bare({ Host: "other.example" }),
    bare({ "Accept-Encoding": "gzip", "accept-encoding": "br" }),
    raw("GET /robots.txt HTTP/1.1", {
      ...host,
      "If-None-Match": '"a"',
      "if-none-match": "*",
    }),
    raw("GET /assets/app-1a2b.js HTTP/1.1", {
      ...host,
      Range: "bytes=0-1",
      range: "bytes=2-3",
    }),
    bare({ "content-length": "4" }, "GET "),
    bare({ "transfer-encoding": "chunked" }, "3\r\nabc\r\n0\r\n\r\n"),
    bare(
      { "content-length": "4", "transfer-encoding": "chunked" },
      "0\r\n\r\n",
    ),
    bare({ expect: "100-continue", "content-length": "1" }, "a"),
    bare({ connection: "close" }),
    raw("GET /quiz/start HTTP/1.1", {}),
    raw("GET /quiz/start HTTP/1.0", host),
    raw("GET /nothing HTTP/1.0", { ...host, connection: "keep-alive" }),
    raw("HEAD /quiz/start HTTP/1.0", host),
    raw("GET /quiz/start HTTP/1.0", {}),
    raw("GET /quiz/start?a b HTTP/1.1", host),
    raw("GET /quiz/start\u0000 HTTP/1.1", host),
  ];
}

/** Requests for pages and files, as they go over the wire: usual ones, and whatever else somebody may send. */
export const REQUESTS: readonly string[] = [
  ...hosts(),
  ...paths(),
  ...conditions(),
  ...oddities(),
];
