import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import {
  type MoneyFigure,
  type OutcomeFigure,
  OUTCOMES,
} from "./db/money-figures.ts";
import { createRequestCounts, type RequestCounts } from "./request-counts.ts";

interface JobCount {
  readonly queue: string;
  readonly state: string;
  readonly count: number;
}

/** What came of a try: `nothing` was to be done where it is neither. */
export type JobOutcome = "done" | "failed" | "nothing";

/** How many there are of something. */
interface OfKind {
  readonly kind: string;
  readonly count: number;
}

/** A question to a provider that was to be asked before; 0 where none was. */
interface Overdue {
  readonly kind: string;
  readonly seconds: number;
}

/** What the server counts, in Prometheus' text form. */
export interface Metrics {
  readonly requests: RequestCounts["of"];
  /** What the database says of the money, by provider; of `providers` each outcome is there, with 0 where it never was. */
  money(
    figures: {
      readonly outcomes: readonly OutcomeFigure[];
      readonly sums: readonly MoneyFigure[];
    },
    providers: readonly string[],
  ): void;
  /** What somebody has to look at, by kind. */
  attention(counts: readonly OfKind[]): void;
  /** How many there ever were of what raises an alert each time, by kind. */
  incidents(counts: readonly OfKind[]): void;
  /** For how long the oldest question to a provider is overdue, by what it is about. */
  overdue(questions: readonly Overdue[]): void;
  /** When all of these were true the last time. */
  counted(at: Date): void;
  /** A payment provider may be called so: none of these calls has failed so far, unless some have. */
  providerCalled(provider: string, call: string): void;
  /** A payment provider has not answered a call. */
  providerFailed(provider: string, call: string): void;
  /** How many jobs there are now, by queue and state. */
  jobs(counts: readonly JobCount[]): void;
  /** What counts the tries of a queue's jobs; there are none so far. */
  jobTries(queue: string): (outcome: JobOutcome) => void;
  /** Whether the database has answered. */
  database(isThere: boolean): void;
  /** What is free of the disk that the data folder is on, and how large that is, in bytes. */
  disk(free: number, size: number): void;
  /** Whether the build that is there now is the one that is served. */
  newestBuild(isServed: boolean): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Metrics of one server; `withProcess` adds memory, processor time and the event loop's delay. */
export function createMetrics(withProcess: boolean): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  const requests = createRequestCounts();
  const jobs = new Gauge({
    name: "jobs",
    help: "Jobs by queue and state; dead ones are not tried again.",
    labelNames: ["queue", "state"],
    registers: [registry],
  });
  const tries = new Counter({
    name: "job_tries_total",
    help: "Tries of jobs that this process has made, by queue and outcome: done, failed, or nothing to do.",
    labelNames: ["queue", "outcome"],
    registers: [registry],
  });
  const failures = new Counter({
    name: "provider_failures_total",
    help: "Calls that a payment provider has not answered.",
    labelNames: ["provider", "call"],
    registers: [registry],
  });
  return {
    ...ofMoney(registry),
    ...underneath(registry),
    // Else the first failures after a start would be no increase.
    providerCalled: (provider, call) => failures.inc({ provider, call }, 0),
    providerFailed: (provider, call) => failures.inc({ provider, call }),
    jobs: (counts) => {
      jobs.reset();
      for (const { queue, state, count } of counts)
        jobs.set({ queue, state }, count);
    },
    jobTries: (queue) => {
      // What has failed is compared with what was done, also where that is nothing.
      for (const outcome of ["done", "failed", "nothing"] as const)
        tries.inc({ queue, outcome }, 0);
      return (outcome) => tries.inc({ queue, outcome });
    },
    requests: requests.of,
    text: async () => `${requests.text()}\n${await registry.metrics()}`,
    contentType: registry.contentType,
  };
}

/** What is counted of payments. */
function ofMoney(
  registry: Registry,
): Pick<Metrics, "money" | "attention" | "incidents" | "overdue" | "counted"> {
  const payments = new Gauge({
    name: "payments",
    help: "Payments and renewals, by provider and what became of them.",
    labelNames: ["provider", "outcome"],
    registers: [registry],
  });
  const sums = new Gauge({
    name: "payments_minor_units",
    help: "Money by provider and currency in minor units: taken, and returned of it.",
    labelNames: ["provider", "currency", "direction"],
    registers: [registry],
  });
  const attention = new Gauge({
    name: "payments_attention",
    help: "Payments, refunds, plans and messages that somebody has to look at, by kind.",
    labelNames: ["kind"],
    registers: [registry],
  });
  const incidents = new Gauge({
    name: "payments_incidents",
    help: "How many there ever were of what raises an alert each time, by kind.",
    labelNames: ["kind"],
    registers: [registry],
  });
  const overdue = new Gauge({
    name: "questions_overdue_seconds",
    help: "For how long the oldest question to a payment provider is overdue, by kind: orders that wait, sales. 0 where none is.",
    labelNames: ["kind"],
    registers: [registry],
  });
  const counted = new Gauge({
    name: "payments_counted_timestamp_seconds",
    help: "When the payments were counted the last time, in Unix seconds; 0 before the first time.",
    registers: [registry],
  });
  return {
    money: (figures, providers) => {
      payments.reset();
      sums.reset();
      for (const provider of providers)
        for (const outcome of OUTCOMES) payments.set({ provider, outcome }, 0);
      for (const { provider, outcome, count } of figures.outcomes)
        payments.set({ provider, outcome }, count);
      for (const { provider, currency, taken, returned } of figures.sums) {
        sums.set({ provider, currency, direction: "taken" }, taken);
        sums.set({ provider, currency, direction: "returned" }, returned);
      }
    },
    attention: byKind(attention),
    incidents: byKind(incidents),
    overdue: (questions) => {
      for (const { kind, seconds } of questions) overdue.set({ kind }, seconds);
    },
    counted: (at) => counted.set(at.getTime() / 1_000),
  };
}

function byKind(gauge: Gauge<"kind">) {
  return (counts: readonly OfKind[]): void => {
    for (const { kind, count } of counts) gauge.set({ kind }, count);
  };
}

/** What the server stands on. */
function underneath(
  registry: Registry,
): Pick<Metrics, "database" | "disk" | "newestBuild"> {
  const database = new Gauge({
    name: "database_up",
    help: "Whether the database has answered: 1, or 0.",
    registers: [registry],
  });
  const disk = new Gauge({
    name: "data_disk_bytes",
    help: "The disk of the data folder: free bytes, and its size.",
    labelNames: ["kind"],
    registers: [registry],
  });
  const newest = new Gauge({
    name: "newest_build_served",
    help: "Whether the build that is there now is served: 1, or 0 where it could not be read.",
    registers: [registry],
  });
  return {
    newestBuild: (isServed) => newest.set(isServed ? 1 : 0),
    database: (isThere) => database.set(isThere ? 1 : 0),
    disk: (free, size) => {
      disk.set({ kind: "free" }, free);
      disk.set({ kind: "size" }, size);
    },
  };
}
