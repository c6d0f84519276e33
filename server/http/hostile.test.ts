import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { callSchema, type JsonSchema } from "./call-schema.ts";
import { baseOf } from "../docs/openapi.ts";
import { PHOTO_MAX_BYTES } from "../previews/photo.ts";
import { routes } from "../routes/registry.ts";
import {
  type Answer,
  type Call,
  paidBy,
  useServer,
} from "../testing/server.ts";
import { expectProblem } from "../testing/calls.ts";

const server = useServer(paidBy);
const FORM = "application/x-www-form-urlencoded";
/**
 * Far more than any of them needs, and far less than what was once needed by those that this test is about; of the
 * processor, whatever else it does.
 */
const WORK_MS = 5_000;

const WRONG_TEXTS = ["", "\0", "x", "-1"];
const WRONG_VALUES = [null, -1, 1e300, 0.5, [], {}, true, "", "\0", "\ud800"];

let before: unknown;
let tables: readonly string[] = [];
beforeAll(async () => {
  tables = (await server.db.introspection.getTables())
    .map(({ name }) => name)
    // Budgets of calls are counted whatever comes of a call.
    .filter((name) => name !== "call_limits");
  before = await rows();
});

/** How many rows every table has. */
async function rows(): Promise<unknown> {
  const counts = tables.map(
    (name) =>
      sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`,
  );
  const { rows } = await sql`select ${sql.join(counts)}`.execute(server.db);
  return rows[0];
}

/** What some work costs the processor, in milliseconds. */
async function workOf(task: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

type Sent = readonly [path: string, call: Call];

/** The calls that were not refused: by a problem of the sender's, soon, and without a row kept. */
async function accepted(calls: readonly Sent[]): Promise<string[]> {
  const all: string[] = [];
  for (const [path, call] of calls) {
    const work = await workOf(async () => {
      const answer = await server.send(path, call);
      const { status } = answer;
      if (status < 400 || status >= 500)
        all.push(`${path} ${String(call.body).slice(0, 200)}: ${status}`);
      else expectProblem(codeOf(answer), answer);
    });
    if (work > WORK_MS) all.push(`${path}: ${work} ms`);
  }
  expect(await rows()).toEqual(before);
  return all;
}

function codeOf({ json }: Answer): string {
  return String(Object(json)["type"]).replace("urn:problem:", "");
}

const headers = (type: string) => ({
  "content-type": type,
  "idempotency-key": randomUUID(),
});
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => `f${i.toString(36)}=1`).join("&");

describe.each(
  routes
    .filter(({ method }) => method === "POST")
    .map((entry) => [entry.call, entry] as const),
)("%s refuses", (call, entry) => {
  const path = baseOf(entry) + entry.path;
  const { body, form } = callSchema(call).properties;
  const type = body === undefined ? FORM : "application/json";
  const sent = (text: string | Uint8Array, as = type): Sent => [
    path,
    { method: "POST", headers: headers(as), body: text },
  ];

  test("bodies of another kind, broken ones and none", async () => {
    const kinds = ["text/plain", "", "application/xml", "image/jpeg"];
    const texts = ["", "null", "[]", "1", '"x"', "{", "\0", "{}"];
    const calls = [
      ...kinds.map((as) => sent("{}", as)),
      ...texts.map((text) => sent(text)),
      sent(Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])),
      sent("--x\r\n\r\n", "multipart/form-data; boundary=x"),
    ];
    expect(await accepted(calls)).toEqual([]);
  });

  test("a megabyte, or one more than a photograph", async () => {
    const size = Math.max(1_000_000, entry.maxBytes + 1);
    expect(entry.maxBytes).toBeLessThan(PHOTO_MAX_BYTES + 1_000_000);
    expect(await accepted([sent("x".repeat(size))])).toEqual([]);
  });

  test("lists without end, in a moment", async () => {
    const isForm = body === undefined;
    const text = isForm ? many(entry.maxBytes / 9) : "[".repeat(99_000);
    expect(await accepted([sent(text)])).toEqual([]);
  });

  test("each field with what does not belong there", async () => {
    const fields = Object.keys((body ?? form)?.properties ?? {});
    const names = [...fields, "__proto__", "constructor", "$where", ""];
    const calls = names.flatMap((name) =>
      body === undefined
        ? WRONG_TEXTS.map((value) =>
            sent(new URLSearchParams({ [name]: value }).toString()),
          )
        : WRONG_VALUES.map((value) =>
            sent(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`),
          ),
    );
    expect(await accepted(calls)).toEqual([]);
  });
});

test.each([
  "/api/max-pay/form?product_id=a&product_id=b",
  "/api/max-pay/form?product_id=a&__proto__=b",
  "/api/pay/checkout-status?checkout_id=%00",
  "/api/pay/checkout-status?checkout_id=%E0%A4%A",
  "/api/pay/checkout-status?checkout_id[]=AAAAAAAAAAAAAAAAAAAAAA",
  "/api/pay/checkout-status?checkout_id=AAAAAAAAAAAAAAAAAAAAAA'--",
  "/ai-api/visitor/check-preview-status?id=..%2f..%2fsecret",
  "/ai-api/visitor/download-preview-img/%ff%fe",
  "/ai-api/visitor/download-preview-img/..%2f..%2fsecret",
  "/api/visitor/make-charge/%00",
  "/api/visitor/make-charge/AAAAAAAAAAAAAAAAAAAAAA",
])("GET %s is refused", async (path) => {
  const named = { "x-visitor-id": randomUUID(), "x-event-id": randomUUID() };
  expect(await accepted([[path, { headers: named }]])).toEqual([]);
});

test("a query of a thousand names is refused, and an endless message of a provider", async () => {
  const body = "x".repeat(1_100_000);
  const calls: Sent[] = [
    [`/api/max-pay/form?${many(1_000)}`, {}],
    ["/api/pay/max-pay/start", { method: "POST", body }],
  ];
  expect(await accepted(calls)).toEqual([]);
});

test("no pattern of a schema takes long over any text", async () => {
  const texts = ["a@", "/", "a", "."].flatMap((start) =>
    [".", "a", "?", "-", "a."].map(
      (part) => `${start}${part.repeat(50_000)}@\n`,
    ),
  );
  for (const { call } of routes)
    for (const pattern of patternsOf(callSchema(call))) {
      const work = await workOf(() => {
        for (const text of texts) new RegExp(pattern, "u").test(text);
      });
      expect([pattern, work < WORK_MS]).toEqual([pattern, true]);
    }
});

function patternsOf(schema: JsonSchema): string[] {
  return Object.entries(schema).flatMap(([name, value]) =>
    name === "pattern" && typeof value === "string"
      ? [value]
      : typeof value === "object" && value !== null
        ? patternsOf({ ...value })
        : [],
  );
}
