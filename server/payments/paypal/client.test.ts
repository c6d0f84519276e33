import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bodyOf } from "../../testing/request-body.ts";
import { payPalClient } from "./client.ts";

interface Asked {
  readonly path: string;
  readonly authorization: string;
  readonly requestId: string | null;
  readonly type: string | null;
  readonly body: string;
}

const asked: Asked[] = [];
let answers: { status: number; body: string }[] = [];
let token: { status: number; body: unknown };
let now = 0;
const server = createServer((request, response) => {
  void (async () => {
    const { headers } = request;
    const path = request.url ?? "";
    const name = headers["paypal-request-id"];
    asked.push({
      path,
      authorization: String(headers.authorization),
      requestId: typeof name === "string" ? name : null,
      type: headers["content-type"] ?? null,
      body: await bodyOf(request),
    });
    const isToken = path === "/v1/oauth2/token";
    const { status, body } = isToken
      ? { status: token.status, body: JSON.stringify(token.body) }
      : (answers.shift() ?? { status: 200, body: "{}" });
    response.writeHead(status).end(body);
  })();
});

beforeEach(async () => {
  asked.length = 0;
  answers = [];
  token = { status: 200, body: { access_token: "t-1", expires_in: 600 } };
  now = 0;
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
});
afterEach(() => new Promise((done) => void server.close(done)));

function client() {
  const { port } = readAddress(server.address());
  const api = new URL(`http://127.0.0.1:${port}`);
  const settings = { clientId: "id", clientSecret: "secret", webhookId: "w" };
  return payPalClient({ ...settings, api }, () => now);
}

function readAddress(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string")
    throw new Error("the server does not listen");
  return address;
}

const paths = () => asked.map(({ path }) => path);
const AGAIN = { problem: { type: "urn:problem:payment-unavailable" } };
const TOKEN = "/v1/oauth2/token";

describe("a call", () => {
  test("is made with a token that was asked for by the client's secret", async () => {
    answers = [{ status: 201, body: '{"id":"O-1"}' }];
    const more = { body: "{}", requestId: "open-1" };
    expect(await client().call("POST", "/v2/x", more)).toEqual({
      status: 201,
      body: { id: "O-1" },
    });
    expect(asked).toMatchObject([
      {
        path: TOKEN,
        authorization: `Basic ${Buffer.from("id:secret").toString("base64")}`,
        type: "application/x-www-form-urlencoded",
        body: "grant_type=client_credentials",
      },
      {
        path: "/v2/x",
        authorization: "Bearer t-1",
        requestId: "open-1",
        type: "application/json",
        body: "{}",
      },
    ]);
  });

  test("may have no body and no name, and be answered by none", async () => {
    answers = [{ status: 204, body: "" }];
    expect(await client().call("GET", "/v2/x")).toEqual({
      status: 204,
      body: null,
    });
    expect(asked[1]).toMatchObject({ requestId: null, body: "" });
  });

  test.each([429, 500, 503])(
    "that is answered by %s is to be made again",
    async (status) => {
      answers = [{ status, body: "{}" }];
      await expect(client().call("GET", "/v2/x")).rejects.toMatchObject(AGAIN);
    },
  );

  test("that is answered by no JSON is to be made again", async () => {
    answers = [{ status: 200, body: "<html>" }];
    await expect(client().call("GET", "/v2/x")).rejects.toMatchObject(AGAIN);
  });

  test.each([400, 404, 422, 428])(
    "that is answered by %s is for its caller to read",
    async (status) => {
      answers = [{ status, body: "{}" }];
      expect(await client().call("GET", "/v2/x")).toMatchObject({ status });
    },
  );
});

describe("a token", () => {
  test("is used until a minute before its end", async () => {
    const { call } = client();
    await call("GET", "/v2/x");
    now = 540_000 - 1;
    await call("GET", "/v2/y");
    expect(paths()).toEqual([TOKEN, "/v2/x", "/v2/y"]);
    now = 540_000;
    await call("GET", "/v2/z");
    expect(paths().slice(3)).toEqual([TOKEN, "/v2/z"]);
  });

  test("that says nothing of its end is used once", async () => {
    token.body = { access_token: "t-1" };
    const { call } = client();
    await call("GET", "/v2/x");
    await call("GET", "/v2/y");
    expect(paths()).toEqual([TOKEN, "/v2/x", TOKEN, "/v2/y"]);
  });

  test("is asked for once by calls that begin together", async () => {
    const { call } = client();
    const both = () =>
      Promise.all([call("GET", "/v2/x"), call("GET", "/v2/y")]);
    const tokens = () => paths().filter((path) => path === TOKEN);
    await both();
    expect(tokens()).toHaveLength(1);
    // Those that find it ended together ask once as well.
    now = 600_000;
    await both();
    expect(tokens()).toHaveLength(2);
  });

  test("that was taken back is asked for anew, once", async () => {
    const denied = { status: 401, body: "{}" };
    answers = [denied];
    const { call } = client();
    expect(await call("GET", "/v2/x")).toMatchObject({ status: 200 });
    expect(paths()).toEqual([TOKEN, "/v2/x", TOKEN, "/v2/x"]);
    answers = [denied, denied];
    expect(await call("GET", "/v2/y")).toMatchObject({ status: 401 });
  });

  test.each([
    [401, { error: "invalid_client" }],
    [200, { access_token: 7 }],
    [403, { access_token: "t-1" }],
  ])("is none when the answer is %s with %j", async (status, body) => {
    token = { status, body };
    const { call } = client();
    await expect(call("GET", "/v2/x")).rejects.toThrow(
      `PayPal gives no token: it answers ${status}`,
    );
    token = { status: 200, body: { access_token: "t-2", expires_in: 600 } };
    expect(await call("GET", "/v2/x")).toMatchObject({ status: 200 });
  });
});
