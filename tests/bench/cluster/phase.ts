import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { openDatabase } from "../../../server/db/open.ts";
import {
  startFakeStripe,
  STRIPE_KEY,
  WEBHOOK_SECRET,
} from "../../../server/payments/stripe/stand-in.fixture.ts";
import { writeBuild } from "../../../server/testing/build.ts";
import { expectEqual } from "../api/load.ts";
import { type ApiProcess, apiProcess } from "../api/process.ts";
import type { OpenShop } from "../api/shop.ts";
import type { ReplicatedDatabase } from "./database.ts";
import { probe } from "./probe.ts";
import type { Front } from "./front.ts";
import { until } from "./programs.ts";

const KILL_EVERY_MS = 5_000;
/** Rounds of kills after which something else happens. */
const FAULT_AT = 1;
const RELOAD_AT = 2;
const SWITCH_AT = 2;

export interface Cluster {
  readonly folder: string;
  /** Of API processes. */
  readonly ports: readonly number[];
  readonly database: ReplicatedDatabase;
  readonly front: Front;
}

/** API processes over an empty database of the cluster, which one model has for itself. */
export interface Phase extends OpenShop {
  /** Breaks one thing after the other until `end`; `ended` resolves when all is whole again. */
  disturb(fault: "crash" | "lose" | null): {
    readonly end: () => void;
    readonly ended: Promise<void>;
  };
  stop(): Promise<void>;
}

export async function openPhase(
  cluster: Cluster,
  name: string,
  processes: number,
): Promise<Phase> {
  const { folder, front, ports } = cluster;
  await createDatabase(front.databaseUrl, name);
  const url = new URL(front.databaseUrl);
  url.pathname = `/${name}`;
  const fake = await startFakeStripe();
  const link = join(folder, `${name}-dist`);
  switchBuild(link, "before");
  const apis: ApiProcess[] = [];
  for (const port of ports.slice(0, processes)) {
    const api = await apiProcess(
      {
        DATABASE_URL: url.href,
        BENCH_DIST: link,
        STRIPE_SECRET_KEY: STRIPE_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API: fake.url.href,
      },
      port,
    );
    apis.push(api);
    await restart(api);
  }
  await front.answers();
  return {
    fake,
    port: () => front.port,
    store: { open: () => openOnce(url.href) },
    disturb: (fault) => disturb(cluster, { apis, link, fault }),
    stop: async () => {
      for (const api of apis) await api.kill("SIGTERM");
      await fake.stop();
    },
  };
}

/** A model may end while the database is away. */
async function openOnce(databaseUrl: string) {
  for (let tries = 1; ; tries += 1)
    try {
      return await openDatabase({ databaseUrl, dataDir: "" });
    } catch (error) {
      if (tries === 10) throw error;
      await pause(1_000);
    }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}

/** As a deploy does: the build is written aside, and the link to it moved into place. */
function switchBuild(link: string, id: string): void {
  const folder = `${link}-${id}`;
  writeBuild(folder, { id, pages: { "/calm/quiz/start": id } });
  symlinkSync(folder, `${link}-next`);
  renameSync(`${link}-next`, link);
}

function disturb(
  cluster: Cluster,
  of: {
    readonly apis: readonly ApiProcess[];
    readonly link: string;
    readonly fault: "crash" | "lose" | null;
  },
): { end: () => void; ended: Promise<void> } {
  const over = new AbortController();
  return {
    end: () => over.abort(),
    ended: breakThings(cluster, of, over.signal),
  };
}

async function breakThings(
  cluster: Cluster,
  { apis, link, fault }: Parameters<typeof disturb>[1],
  over: AbortSignal,
): Promise<void> {
  const { database, front } = cluster;
  const probing = probe(front.port);
  let kills = 0;
  while (!over.aborted) {
    await pause(KILL_EVERY_MS, undefined, { signal: over }).catch(() => {});
    if (over.aborted) break;
    const api = apis[kills % apis.length];
    kills += 1;
    await api?.kill("SIGKILL");
    if (kills === FAULT_AT && fault !== null) {
      const primary = await database.primary();
      probing.mark();
      primary[fault]();
      if (fault === "lose") void returnLater(cluster, primary);
    }
    if (kills === RELOAD_AT) front.reload();
    if (kills === SWITCH_AT) switchBuild(link, "after");
    await restart(api);
  }
  const outage = await probing.end();
  console.log(`    ${kills} processes killed`);
  if (fault !== null) {
    await database.replicated();
    console.log(
      `    primary ${fault === "lose" ? "lost with its machine" : "crashed"}: ${outage.toFixed(1)} s without a write`,
    );
  }
  if (kills < SWITCH_AT)
    console.log("    the model ended before all faults: raise BENCH_SCALE");
  expectEqual("  all faults happened", Number(kills >= SWITCH_AT), 1);
  if (kills >= SWITCH_AT) await serveTheNew(apis);
}

/** The lost machine comes back when the other has taken over. */
async function returnLater(
  { database }: Cluster,
  lost: Awaited<ReturnType<ReplicatedDatabase["primary"]>>,
): Promise<void> {
  await until("a new primary", async () => {
    return (await database.primary()) !== lost;
  });
  lost.start();
}

/** Where its database is away, a process does not start; whoever runs it tries again. */
async function restart(api: ApiProcess | undefined): Promise<void> {
  await until("a process's start", async () => {
    await api?.start();
    return true;
  });
}

async function serveTheNew(apis: readonly ApiProcess[]): Promise<void> {
  let served = 0;
  await until("the new build", async () => {
    const answers = await Promise.all(
      apis.map(async ({ port }) => {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
        return answer.text();
      }),
    );
    served = answers.filter((text) => text.includes('"after"')).length;
    return served === apis.length;
  });
  expectEqual("  processes with the new build", served, apis.length);
}
