import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createServices } from "./app.ts";
import { ATTENTION } from "./db/attention.ts";
import { OUTCOMES } from "./db/money-figures.ts";
import { createMetrics } from "./metrics.ts";
import { providersOf } from "./payments/registry.ts";
import { sandbox } from "./payments/sandbox/provider.ts";
import { arrive, initiate } from "./testing/calls.ts";
import { useServer } from "./testing/server.ts";
import { testSite } from "./testing/site.ts";

const FILE = new URL("../docs/alerts.yaml", import.meta.url);
const metrics = createMetrics(false);
const server = useServer(() => ({
  metrics,
  providers: providersOf([
    { ...sandbox, open: () => Promise.reject(new Error("away")) },
  ]),
}));

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const { groups }: { groups: readonly { rules: readonly Rule[] }[] } = parse(
  readFileSync(FILE, "utf8"),
);
const rules = groups.flatMap((group) => group.rules);

/** Each metric that an expression asks for, with what it asks of one label. */
function askedBy({ expr }: Rule) {
  return [...expr.matchAll(/([a-z_]+)(?:\{([^}]*)\})?\[|([a-z_]+)\{([^}]*)\}/g)]
    .map(([, ranged, labels, plain, more]) => ({
      name: ranged ?? plain ?? "",
      labels: [
        ...(labels ?? more ?? "").matchAll(/([a-z]+)(=~|!~|=)"([^"]*)"/g),
      ],
    }))
    .map(({ name, labels }) => ({
      name,
      labels: labels.map(([, label = "", how = "", value = ""]) => ({
        label,
        how,
        value,
      })),
    }));
}

describe("an alert", () => {
  test.each(rules)("$alert asks for what the server counts", async (rule) => {
    const visitor = await arrive(server);
    await initiate(visitor, "journal");
    const services = createServices({
      db: server.db,
      site: testSite,
      metrics,
      providers: providersOf([sandbox]),
    });
    services.metrics.money(
      {
        outcomes: OUTCOMES.map((outcome) => ({
          provider: "sandbox",
          outcome,
          count: 1,
        })),
        sums: [],
      },
      ["sandbox"],
    );
    services.metrics.attention(
      Object.keys(ATTENTION).map((kind) => ({ kind, count: 1 })),
    );
    services.metrics.jobs([{ queue: "mail", state: "dead", count: 1 }]);
    services.metrics.providerFailed("sandbox", "open");
    const lines = (await metrics.text()).split("\n");
    const asked = askedBy(rule);
    expect(asked.length).toBeGreaterThan(0);
    for (const { name, labels } of asked)
      for (const { label, how, value } of labels.length > 0
        ? labels
        : [{ label: "", how: "=", value: "" }])
        expect(
          lines.some(
            (line) =>
              line.startsWith(name) &&
              (label === "" ||
                (how === "="
                  ? line.includes(`${label}="${value}"`)
                  : line.includes(`${label}="`))),
          ),
          `${name} with ${label} ${value}`,
        ).toBe(true);
  });
});

test("a call that a provider does not answer is counted", async () => {
  const visitor = await arrive(server);
  await initiate(visitor, "journal");
  const before = (await metrics.text()).split("\n");
  const count = (lines: readonly string[]) =>
    Number(
      lines
        .find((line) =>
          line.startsWith(
            'provider_failures_total{provider="sandbox",call="open"}',
          ),
        )
        ?.split(" ")[1] ?? 0,
    );
  const answer = await visitor.call("/api/pay/make-stripe-checkout", {
    method: "POST",
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { product: "journal", return_path: "/quiz/oto" },
  });
  expect(answer.status).toBe(500);
  const after = (await metrics.text()).split("\n");
  expect(count(after)).toBe(count(before) + 1);
});
