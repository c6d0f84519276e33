import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { main } from "../cli.ts";
import { ROOT } from "../testing/root.ts";

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server;
let url = "";
let currency = "USD";
let status = 404;
let problem: {
  type: string;
  title: string;
  detail: string;
  errors?: readonly { pointer: string; detail: string }[];
} | null = null;
/** Answered by what stands before a server that is away. */
let page: string | null = null;
const asked: Asked[] = [];
const out = vi.spyOn(console, "log");
const err = vi.spyOn(console, "error");
beforeEach(async () => {
  currency = "USD";
  problem = null;
  page = null;
  asked.length = 0;
  out.mockReset().mockImplementation(() => {});
  err.mockReset().mockImplementation(() => {});
  vi.stubEnv("ADMIN_TOKEN", "secret");
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    const { method, headers } = request;
    asked.push({ method, url: request.url, headers, body });
    if (page !== null) {
      response.writeHead(502, { "content-type": "text/html" });
      return void response.end(page);
    }
    const type =
      problem === null ? "application/json" : "application/problem+json";
    response.writeHead(problem === null ? 200 : status, {
      "content-type": type,
    });
    const text = headers.accept === "text/plain" ? "a text\n" : null;
    response.end(
      problem === null
        ? (text ?? JSON.stringify({ order: { currency } }))
        : JSON.stringify(problem),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${String(Object(server.address()).port)}`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
});

const run = (...args: readonly string[]) =>
  main(["node", "funnels", "orders", ...args, ...addressIn(args)], {
    root: ROOT,
    fingerprint: "",
  });

/** Of the server, where no other is named. */
const addressIn = (args: readonly string[]) =>
  args.includes("--url") ? [] : ["--url", url];

describe("funnels orders", () => {
  test.each([
    [["list"], "/api/admin/orders"],
    [
      ["list", "--email", "a+b@mail.example", "--state", "disputed"],
      "/api/admin/orders?email=a%2Bb%40mail.example&state=disputed",
    ],
    [
      ["list", "--brand", "calm", "--since", "2030-01-31", "--limit", "5"],
      "/api/admin/orders?brand=calm&since=2030-01-31&limit=5",
    ],
    [["show", "o-1"], "/api/admin/orders/o-1"],
    [["show", "../x"], "/api/admin/orders/..%2Fx"],
    [["messages"], "/api/admin/messages"],
  ])("%j asks for %s", async (args, path) => {
    expect(await run(...args)).toBe(0);
    expect(out.mock.calls).toEqual([["a text"]]);
    expect(asked).toMatchObject([{ method: "GET", url: path }]);
    expect(asked[0]?.headers.authorization).toBe("Bearer secret");
  });

  test("cancel asks for the end of the plan", async () => {
    expect(await run("cancel", "o-1")).toBe(0);
    expect(asked).toMatchObject([
      { method: "POST", url: "/api/admin/orders/o-1/cancel", body: "{}" },
    ]);
  });

  test.each([
    [["--paid", "t-1"], '{"outcome":"paid","transaction":"t-1"}'],
    [["--unpaid"], '{"outcome":"unpaid"}'],
  ])("settle %j says so", async (args, body) => {
    expect(await run("settle", "o-1", ...args)).toBe(0);
    expect(asked).toMatchObject([
      { method: "POST", url: "/api/admin/orders/o-1/settle", body },
    ]);
  });

  test.each([[[]], [["--paid", "t-1", "--unpaid"]]])(
    "settle %j says nothing",
    async (args) => {
      expect(await run("settle", "o-1", ...args)).toBe(2);
      expect(String(err.mock.calls[0])).toContain("--unpaid");
      expect(asked).toEqual([]);
    },
  );

  const DASHED = "-BKG3w9_rT0aXq-5mZcEuw";

  test.each([
    ["show", DASHED],
    ["show", `-${"s".repeat(41)}0`],
    ["show", "--format", "json", DASHED],
    ["refund", DASHED, "--payment", DASHED],
    ["refund", "--payment", DASHED, DASHED],
    ["cancel", DASHED],
    ["settle", DASHED, "--unpaid"],
    ["settle", "--paid", DASHED, DASHED],
    ["resend", DASHED],
    ["resend", "--kind", "payment.refunded", DASHED],
  ])("%s takes an id that begins with a dash: %j", async (...args) => {
    expect(await run(...args)).toBe(0);
    const id = args.findLast(
      (one) => one.startsWith("-B") || one.endsWith("0"),
    );
    expect(asked[0]?.url).toContain(`/api/admin/orders/${id}`);
    const named = /"(?:payment|transaction)":"(.*?)"/.exec(
      asked[0]?.body ?? "",
    );
    expect(named?.[1] ?? DASHED).toBe(DASHED);
  });

  test.each([
    ["show", ""],
    ["show", ".."],
    ["refund", ""],
    ["settle", ".", "--unpaid"],
    ["resend", ""],
  ])("%s says so of what is no id: %j", async (...args) => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    expect(await run(...args)).toBe(2);
    expect(asked).toEqual([]);
    expect(String(said.mock.calls)).toContain("as `orders list` prints it");
  });

  test("messages drop takes one, too", async () => {
    expect(await run("messages", "drop", DASHED)).toBe(0);
    expect(asked).toMatchObject([{ body: `{"message":"${DASHED}"}` }]);
  });

  test.each([
    ["show", "-x"],
    ["show", "o-1", "-x"],
    ["show", "--wrong"],
    ["show", "o-1", "--wrong", DASHED],
    ["refund", "o-1", "--despite-a-disputing"],
    ["refund", "o-1", `--${"despite-dispute".repeat(3).slice(0, 41)}`],
    ["show", DASHED.slice(1, -1), `${DASHED}A`],
    ["list", DASHED],
  ])("%s refuses what is no option: %j %j", async (...args) => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    expect(await run(...args)).toBe(2);
    expect(String(said.mock.calls[0])).toContain("unknown option '-");
    expect(asked).toEqual([]);
  });

  test.each(["localhost:4173", "mailto:a@b.co", "file:///tmp"])(
    "says of the address %s how one is written",
    async (address) => {
      expect(await run("list", "--url", address)).toBe(2);
      expect(err.mock.calls).toEqual([
        [
          `"${address}" is not a valid address: write it as http://localhost:4173.`,
        ],
      ]);
    },
  );

  test("messages drop says that somebody has looked at one", async () => {
    expect(await run("messages", "drop", "max-pay t-1 approved")).toBe(0);
    expect(asked).toMatchObject([
      {
        method: "POST",
        url: "/api/admin/messages/drop",
        body: '{"message":"max-pay t-1 approved"}',
      },
    ]);
  });

  test.each([["drop"], ["retry", "m-1"]])(
    "messages %s is no command",
    async (...args) => {
      expect(await run("messages", ...args)).toBe(2);
      expect(String(err.mock.calls[0])).toContain("messages drop");
      expect(asked).toEqual([]);
    },
  );

  test("list as CSV prints the file as it is", async () => {
    const written = vi.spyOn(process.stdout, "write");
    written.mockImplementation(() => true);
    const code = await run("list", "--state", "paid", "--format", "csv");
    const texts = written.mock.calls.map(([text]) => String(text));
    written.mockRestore();
    expect(code).toBe(0);
    expect(texts).toContain('{"order":{"currency":"USD"}}');
    expect(asked).toMatchObject([
      { url: "/api/admin/orders?state=paid&format=csv" },
    ]);
  });

  test("a mistake is told by its name", async () => {
    status = 422;
    problem = {
      type: "urn:problem:invalid",
      title: "It does not fit.",
      detail: "It is not as it has to be.",
      errors: [{ pointer: "#/to", detail: "has to be mail" }],
    };
    expect(await run("resend", "o-1", "--to", "x")).toBe(2);
    expect(err.mock.calls).toEqual([["It does not fit. to has to be mail."]]);
  });

  test("refund gives all back, under a key of its own each time", async () => {
    expect(await run("refund", "o-1", "--reason", "asked")).toBe(0);
    await run("refund", "o-1");
    await run("refund", "o-1", "--despite-dispute");
    expect(asked).toMatchObject([
      {
        method: "POST",
        url: "/api/admin/orders/o-1/refund",
        body: '{"reason":"asked"}',
      },
      { body: "{}" },
      { body: '{"despite_dispute":true}' },
    ]);
    const keys = asked.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(3);
  });

  test("resend sends the receipt, or to a receiver, under a key of its own each time", async () => {
    expect(await run("resend", "o-1")).toBe(0);
    await run("resend", "o-1", "--to", "crm", "--kind", "payment.refunded");
    expect(asked).toMatchObject([
      { method: "POST", url: "/api/admin/orders/o-1/resend", body: "{}" },
      { body: '{"to":"crm","kind":"payment.refunded"}' },
    ]);
    const keys = asked.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(2);
  });

  test.each([
    ["USD", "5.00", 500],
    ["USD", "5", 500],
    ["JPY", "500", 500],
    ["KWD", "1.5", 1500],
  ])("refund in %s of %s is %i minor units", async (code, amount, minor) => {
    currency = code;
    expect(await run("refund", "o-1", "--amount", amount)).toBe(0);
    expect(JSON.parse(asked.at(-1)?.body ?? "")).toEqual({ amount: minor });
  });

  test.each([
    ["USD", "5.001"],
    ["USD", "5,00"],
    ["USD", "-5"],
    ["USD", "0.00"],
    ["JPY", "5.0"],
  ])(
    "refund in %s of %s is refused, and nothing is given back",
    async (code, amount) => {
      currency = code;
      expect(await run("refund", "o-1", `--amount=${amount}`)).toBe(2);
      expect(String(err.mock.calls[0])).toContain(
        `"${amount}" is not an amount`,
      );
      expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
    },
  );

  test("what a proxy answers for a server that is away is no order to give back from", async () => {
    page = "<h1>Bad Gateway</h1>";
    expect(await run("refund", "o-1", "--amount", "5.00")).toBe(2);
    expect(err.mock.calls).toEqual([
      [`The server at ${url} answered with status 502.`],
    ]);
  });

  test.each([
    [404, "order-unknown", "No such order. Check the id."],
    [409, "refund-refused", "No such order. Check the id."],
    [404, "not-found", "ADMIN_TOKEN"],
    [401, "unauthorized", "ADMIN_TOKEN"],
  ])("what is answered by %i %s is told", async (code, name, text) => {
    status = code;
    const type = `urn:problem:${name}`;
    problem = { type, title: "No such order.", detail: "Check the id." };
    for (const command of ["show", "refund"]) {
      err.mockClear();
      expect(await run(command, "o-1")).toBe(2);
      expect(String(err.mock.calls[0])).toContain(text);
    }
  });
});
