import { readdirSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { callSchema } from "./call-schema.ts";
import { baseOf } from "../docs/openapi.ts";
import { routes } from "../routes/registry.ts";
import { useServer } from "../testing/server.ts";
import { SESSION_HEADER } from "../sessions/session.ts";
import { arrive, expectProblem, readObject } from "../testing/calls.ts";

const server = useServer();

describe("the route table", () => {
  test("holds every schema of schema/api once, and no other", () => {
    const files = readdirSync(new URL("../../schema/api", import.meta.url))
      .map((file) => file.replace(".schema.json", ""))
      .filter((name) => name !== "problem");
    expect(routes.map(({ call }) => call).toSorted()).toEqual(files.toSorted());
  });

  test.each(routes.map((entry) => [entry.call, entry] as const))(
    "%s is where its schema says, with the parameters of its path",
    (_, entry) => {
      const { description, properties } = callSchema(entry.call);
      expect(description).toContain(
        `${entry.method} ${baseOf(entry)}${entry.path}`,
      );
      const inPath = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, n]) => n);
      expect(Object.keys(properties.params?.properties ?? {})).toEqual(inPath);
    },
  );
});

test("/api/openapi.json is a valid OpenAPI 3.1 document of every call", async () => {
  const answer = await server.send("/api/openapi.json");
  const document = readObject(answer.json);
  expect(document["openapi"]).toBe("3.1.0");
  const result = await new Validator().validate(document);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  const listed = Object.entries(readObject(document["paths"])).flatMap(
    ([path, item]) =>
      Object.keys(readObject(item))
        .filter((key) => key !== "servers")
        .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(listed.toSorted()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

/** A visit that has shown nothing. */
const NO_PAGES = { host: "calm.localhost", told: 0, pages: [] };

describe("the OpenAPI document", () => {
  const operations = async () => {
    const { json } = await server.send("/api/openapi.json");
    const document = readObject(json);
    const paths = Object.values(readObject(document["paths"]));
    const all = paths.flatMap((item) =>
      Object.values(readObject(item)).map(readObject),
    );
    return {
      document,
      listed: all.filter((one) => one["operationId"] !== undefined),
    };
  };

  test("has a summary, a security and the passing answers of each call, and a license", async () => {
    const { document, listed } = await operations();
    expect(listed).toHaveLength(routes.length);
    expect(readObject(document["info"])["license"]).toBeDefined();
    for (const { summary, security, responses } of listed) {
      expect(summary).toMatch(/^[A-Z].{10,118}[^.]$/);
      expect(security).toBeInstanceOf(Array);
      expect(readObject(responses)).toMatchObject({
        "429": { $ref: "#/components/responses/TooMany" },
        "503": { $ref: "#/components/responses/Unavailable" },
      });
    }
    const { securitySchemes } = readObject(document["components"]);
    const used = listed.flatMap(({ security }) =>
      Object.values(Object(security)).flatMap((one) =>
        Object.keys(Object(one)),
      ),
    );
    expect([...new Set(used)]).toEqual(
      Object.keys(readObject(securitySchemes)),
    );
  });

  test.each(
    routes
      .filter(({ session }) => session !== "made")
      .map((entry) => [entry.call, entry] as const),
  )(
    "says of %s what it does without a session: none is made",
    async (_, entry) => {
      const { body, form, query } = callSchema(entry.call).properties;
      const id = "A".repeat(22);
      /** What the schema's part is given of this. */
      const some = (part: typeof body) =>
        Object.entries({
          id,
          checkout_id: id,
          product_id: "journal",
          provider: "paypal",
          product: "journal",
          product_code: "journal",
          return_path: "/quiz",
          email: "a@mail.example",
          wanted: "export",
        }).filter(([name]) => part?.properties?.[name] !== undefined);
      const path = `${baseOf(entry)}${entry.path.replace(/\{\w+\}/, id)}`;
      const answer = await server.send(
        `${path}?${new URLSearchParams(some(query)).toString()}`,
        {
          method: entry.method,
          headers: {
            "idempotency-key": "11111111-1111-4111-8111-111111111111",
            "x-visitor-id": "22222222-2222-4222-8222-222222222222",
            "x-event-id": "33333333-3333-4333-8333-333333333333",
            "content-type": form
              ? "application/x-www-form-urlencoded"
              : entry.bodyType,
          },
          ...(body && {
            body: JSON.stringify({
              ...Object.fromEntries(some(body)),
              ...(body.properties?.["pages"] && NO_PAGES),
            }),
          }),
          ...(form && { body: new URLSearchParams(some(form)).toString() }),
        },
      );
      expect(answer.headers[SESSION_HEADER]).toBeUndefined();
      expect([entry.session, answer.status]).toEqual(
        entry.session === "none"
          ? ["none", 200]
          : ["needed", expect.toBeOneOf([404, 409, 422, 503])],
      );
    },
  );

  test.each(
    routes
      .filter(({ session, method }) => session === "made" && method === "GET")
      .map((entry) => [entry.call, entry] as const),
  )("says of %s that it makes a session", async (_, entry) => {
    const answer = await server.send(`${baseOf(entry)}${entry.path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers[SESSION_HEADER]).toHaveLength(22);
  });
});

test("/api/docs shows every call and loads nothing", async () => {
  const answer = await server.send("/api/docs");
  expect(answer.headers["content-type"]).toContain("text/html");
  for (const entry of routes) {
    const { call, method, path } = entry;
    expect(answer.text).toContain(`id="${call}"`);
    expect(answer.text).toContain(`${method} ${baseOf(entry)}${path}`);
  }
  // The empty icon keeps browsers from asking for one.
  const rest = answer.text.replace('<link rel="icon" href="data:," />', "");
  expect(rest).not.toMatch(/<script|src=|<link/);
});

const bodies = routes.filter(
  ({ call }) => callSchema(call).properties.body !== undefined,
);
/** Free fields are what `store-contact-info` is for (spec 3). */
const closed = bodies.filter(({ call }) => call !== "store-contact-info");

describe("a body that does not fit", () => {
  const post = async (
    entry: (typeof routes)[number],
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    const visitor = await arrive(server);
    return visitor.call(`${baseOf(entry)}${entry.path}`, {
      method: entry.method,
      headers: {
        "idempotency-key": "11111111-1111-4111-8111-111111111111",
        "content-type": entry.bodyType,
        ...headers,
      },
      body,
    });
  };

  test.each(closed.map((entry) => [entry.call, entry] as const))(
    "%s: an unknown field is refused at its place",
    async (_, entry) => {
      const answer = await post(entry, { "no/such": 1 });
      const { errors } = expectProblem("invalid", answer);
      expect(errors).toContainEqual({
        pointer: "#/no~1such",
        detail: "is not expected",
      });
    },
  );

  test.each(bodies.map((entry) => [entry.call, entry] as const))(
    "%s: lists, text, nothing, wrong types and too much are refused",
    async (_, entry) => {
      const named = Object.keys(
        callSchema(entry.call).properties.body?.properties ?? {},
      );
      const wrong = Object.fromEntries(named.map((name) => [name, [null]]));
      for (const body of [[], null, 5, wrong])
        expectProblem("invalid", await post(entry, body ?? "null"));
      expectProblem("not-parsed", await post(entry, "{"));
      expectProblem(
        "not-json",
        await post(entry, "a=b", { "content-type": "text/html" }),
      );
      const tooMuch = { text: "x".repeat(entry.maxBytes) };
      expect((await post(entry, tooMuch)).status).toBe(413);
    },
  );
});
