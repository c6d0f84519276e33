import { readdirSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { callSchema } from "./call-schema.ts";
import { baseOf } from "../docs/openapi.ts";
import { routes } from "../routes/registry.ts";
import { useServer } from "../testing/server.ts";
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
        await post(entry, "a=b", { "content-type": "text/plain" }),
      );
      const tooMuch = { text: "x".repeat(entry.maxBytes) };
      expect((await post(entry, tooMuch)).status).toBe(413);
    },
  );
});
