import { expect, test } from "vitest";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { buyPlan } from "../testing/buyer.ts";
import { expectProblem, openHosted, arrive } from "../testing/calls.ts";
import { appOver, type TestServer, useServer } from "../testing/server.ts";

const server = useServer();
const cancel = (
  at: Pick<TestServer, "send">,
  id: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
) =>
  at.send(`/api/admin/orders/${id}/cancel`, { method: "POST", body, headers });
const text = { accept: "text/plain" };

test("an operator ends a plan as its buyer would, and again it has an end already", async () => {
  const id = await buyPlan(server, "ann@mail.example");
  const answer = await cancel(server, id, {}, text);
  expect(answer.text).toBe(`The plan of order ${id}: ends 2030-01-29.\n`);
  expectProblem("nothing-to-cancel", await cancel(server, id));
  const shown = await server.send(`/api/admin/orders/${id}`, { headers: text });
  expect(shown.text).toContain(": active, ends 2030-01-29.");
  expect(shown.text).toContain("orders.cancel");
});

test("what its provider has not taken up is said, and who is to see to it", async () => {
  const id = await buyPlan(server, "ann@mail.example");
  const { cancelPlan: _, ...silent } = sandbox;
  const app = appOver(server, {
    adminToken: "t",
    providers: providersOf([silent]),
    now: () => new Date(server.clock.ms),
  });
  const path = `http://localhost/api/admin/orders/${id}/cancel`;
  const answer = await app.request(path, {
    method: "POST",
    headers: {
      ...text,
      authorization: "Bearer t",
      "content-type": "application/json",
    },
    body: "{}",
  });
  expect(await answer.text()).toBe(
    `The plan of order ${id}: renews 2030-01-29, though its end was asked for on 2030-01-01. sandbox has not taken that up: it is asked again where it can be, or end it in its own pages.\n`,
  );
});

test("an order that is paid once has nothing to cancel, and one that there is not is unknown", async () => {
  const { id } = await openHosted(await arrive(server));
  const once = await cancel(server, id);
  expectProblem("nothing-to-cancel", once);
  expect(once.status).toBe(409);
  expectProblem("order-unknown", await cancel(server, "none"));
});

test("a form of another site ends nothing", async () => {
  const id = await buyPlan(server, "ann@mail.example");
  const form = await server.send(`/api/admin/orders/${id}/cancel`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "",
  });
  expectProblem("not-json", form);
  expectProblem("invalid", await cancel(server, id, { now: true }));
  const shown = await server.send(`/api/admin/orders/${id}`, { headers: text });
  expect(shown.text).toContain(": active, renews 2030-01-29.");
});
