import { spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createServices } from "./app.ts";
import { ATTENTION } from "./db/attention.ts";
import { OUTCOMES } from "./db/money-figures.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
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
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly runbook?: string };
}
const { groups }: { groups: readonly { rules: readonly Rule[] }[] } = parse(
  readFileSync(FILE, "utf8"),
);
const rules = groups.flatMap((group) => group.rules);
/** Those that ask Prometheus itself, or what runs beside PostgreSQL, ask for nothing of ours. */
const OF_OTHERS = /^(?:up|node_filesystem_\w+)\{/;
const ours = rules.filter(({ expr }) => !OF_OTHERS.test(expr));

const DASHBOARD = new URL("../docs/dashboard.json", import.meta.url);
const {
  panels,
}: { panels: readonly { targets: readonly { expr: string }[] }[] } = JSON.parse(
  readFileSync(DASHBOARD, "utf8"),
);
const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const docs = fileURLToPath(new URL("../docs", import.meta.url));
const promtool = spawnSync("promtool", ["--version"]).status === 0;
if (!promtool)
  console.warn(
    "promtool is not installed: rules and dashboard are NOT checked",
  );

describe.runIf(promtool)("promtool", () => {
  const run = (...args: readonly string[]) =>
    spawnSync("promtool", args, { cwd: docs, encoding: "utf8" });

  test("takes the rules, and raises each when it has to be", () => {
    const { stdout, stderr, status } = run("test", "rules", "alerts.test.yaml");
    expect(stdout + stderr).toContain("SUCCESS");
    expect(status).toBe(0);
  });

  test("understands what the dashboard asks", () => {
    const folder = mkdtempSync(join(tmpdir(), "funnels-rules-"));
    const file = join(folder, "rules.yaml");
    const asked = shown.map((expr, at) => ({ record: `panel:${at}`, expr }));
    writeFileSync(
      file,
      JSON.stringify({ groups: [{ name: "all", rules: asked }] }),
    );
    expect(run("check", "rules", file).status).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

/** The names of all that a server counts. */
async function namesOf(counted: Metrics): Promise<string[]> {
  const types = (await counted.text()).matchAll(/^# TYPE (\w+)/gm);
  return [...types].map(([, name = ""]) => name);
}

test("what the server counts is named for those who watch it", async () => {
  const guide = readFileSync(join(docs, "operations.md"), "utf8");
  const names = await namesOf(createMetrics(false));
  expect(names.length).toBeGreaterThan(10);
  expect(
    names.filter((name) => !new RegExp(`\`${name}\\b`).test(guide)),
    "docs/operations.md has each in backticks",
  ).toEqual([]);
});

test("the dashboard shows what the server counts", async () => {
  const known = await namesOf(createMetrics(true));
  const words = /\b[a-z][a-z_]*_[a-z_0-9]*\b|\b(?:jobs|payments)\b/g;
  const asked = shown.flatMap((expr) =>
    expr.replaceAll(/\{[^}]*\}/g, "").match(words),
  );
  for (const name of asked.filter((name) => name !== "histogram_quantile"))
    expect(known).toContain(String(name).replace(/_bucket$/, ""));
});

/** Each metric that an expression asks for, with what it asks of one label. */
function askedBy({ expr }: Rule) {
  return [
    ...expr.matchAll(
      /([a-z_]+)(?:\{([^}]*)\})?\[|([a-z_]+)\{([^}]*)\}|max\(([a-z_]+)\)/g,
    ),
  ]
    .map(([, ranged, labels, plain, more, whole]) => ({
      name: ranged ?? plain ?? whole ?? "",
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

describe("what somebody has to look at", () => {
  /** The alerts that are raised by one kind of it. */
  const raisedBy = (kind: string) =>
    rules
      .filter(({ expr }) =>
        [
          ...expr.matchAll(
            /payments_(?:attention|incidents)\{kind(=|!~)"([^"]*)"\}/g,
          ),
        ].some(([, how, value = ""]) =>
          how === "=" ? value === kind : !value.split("|").includes(kind),
        ),
      )
      .map(({ alert }) => alert);

  test.each(Object.entries(ATTENTION))(
    "%s raises its alert, and no other",
    (kind, { alert }) => {
      expect(raisedBy(kind)).toEqual(alert === null ? [] : [alert]);
    },
  );
});

test("what raises an alert each time is told by how often it ever was, so that none is missed where another has ended", async () => {
  await server.send("/metrics");
  const lines = (await metrics.text()).split("\n");
  const kinds = Object.entries(ATTENTION).flatMap(([kind, one]) =>
    "ever" in one ? [kind] : [],
  );
  expect(kinds.length).toBeGreaterThan(0);
  for (const kind of kinds)
    expect(lines).toContain(`payments_incidents{kind="${kind}"} 0`);
  const eachTime = rules.filter(({ expr }) => /delta\(\w*_/.test(expr));
  for (const { expr } of eachTime)
    expect(expr).toMatch(/payments_incidents\{kind="(?:\w+)"\}/);
  expect(eachTime).toHaveLength(kinds.length);
});

describe("an alert", () => {
  const cases = readFileSync(join(docs, "alerts.test.yaml"), "utf8");
  const inCases = [...cases.matchAll(/alertname(?:="|: )(\w+)/g)].map(
    ([, name]) => name,
  );

  test.each(rules)("$alert has its page in the runbook", (rule) => {
    const { alert, annotations } = rule;
    const page = `runbook/${alert}.md`;
    expect(readFileSync(join(docs, page), "utf8")).toMatch(
      new RegExp(`^# ${alert}\n[^]+## What to do\n[^]+## It is over when\n`),
    );
    expect(annotations).toMatchObject({ runbook: `docs/${page}` });
  });

  test.each(rules)("$alert says how soon, and has a case", (rule) => {
    expect(rule.labels).toMatchObject({
      severity: expect.toBeOneOf(["page", "ticket"]),
    });
    expect(inCases, "docs/alerts.test.yaml").toContain(rule.alert);
  });

  test("that there is not any more has left no page in the runbook", () => {
    const pages = readdirSync(join(docs, "runbook"));
    const names = rules.map(({ alert }) => `${alert}.md`);
    expect(pages.toSorted()).toEqual(names.toSorted());
  });

  test.each(ours)("$alert asks for what the server counts", async (rule) => {
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
    services.metrics.incidents(
      Object.keys(ATTENTION).map((kind) => ({ kind, count: 1 })),
    );
    services.metrics.overdue([{ kind: "sale", seconds: 1 }]);
    services.metrics.counted(new Date());
    services.metrics.jobs([{ queue: "mail", state: "dead", count: 1 }]);
    services.metrics.jobTries("housekeeping")("done");
    services.metrics.providerFailed("sandbox", "open");
    services.metrics.database(true);
    services.metrics.disk(1, 2);
    services.metrics.newestBuild(true);
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

test("calls of providers are counted from a start on, so that the first failures are an increase", async () => {
  const fresh = createMetrics(false);
  createServices({
    db: server.db,
    site: testSite,
    metrics: fresh,
    providers: providersOf([sandbox]),
  });
  const lines = (await fresh.text()).split("\n");
  for (const call of ["open", "charge", "expire", "refund"])
    expect(lines).toContain(
      `provider_failures_total{provider="sandbox",call="${call}"} 0`,
    );
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
