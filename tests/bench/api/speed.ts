import { randomUUID } from "node:crypto";
import {
  type BenchVisitor,
  inParallel,
  newVisitor,
  scaled,
  expectEqual,
} from "./load.ts";
import {
  type ApiProcess,
  apiProcess,
  embeddedStore,
  postgresStore,
  type Store,
} from "./process.ts";

const LANES = 50;
/** Of one visitor. */
const CONTACTS = 5;

/** Requests per second and p95 of a contact, on both databases, and by two processes on one PostgreSQL. */
export async function benchApi(): Promise<void> {
  await measure(embeddedStore(), 1);
  for (const processes of [1, 2]) {
    const store = await postgresStore();
    if (store !== null) await measure(store, processes);
  }
}

async function measure(store: Store, processes: number): Promise<void> {
  const apis: ApiProcess[] = [];
  for (let i = 0; i < processes; i += 1) {
    const api = await apiProcess(store.env);
    await api.start();
    apis.push(api);
  }
  const count = scaled(5_000);
  const times: number[] = [];
  const jobs = Array.from({ length: count }, (_, i) => i);
  const visitors: BenchVisitor[] = [];
  await inParallel(jobs.slice(0, count / CONTACTS), LANES, async (job) => {
    visitors.push(await newVisitor(apis[job % processes]?.port ?? 0));
  });
  const begun = performance.now();
  let refused = 0;
  await inParallel(jobs, LANES, async (job) => {
    const known = visitors[job % visitors.length];
    if (known === undefined) return;
    const start = performance.now();
    const { status } = await known.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email: `job-${job}@mail.example` },
    });
    times.push(performance.now() - start);
    if (status !== 200) refused += 1;
  });
  const seconds = (performance.now() - begun) / 1_000;
  for (const api of apis) await api.kill("SIGTERM");
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
  console.log(
    `  ${store.name}, ${processes} ${processes === 1 ? "process" : "processes"}: ${Math.round(count / seconds)} contacts/s, p95 ${(p95 ?? 0).toFixed(0)} ms with ${LANES} at a time`,
  );
  const { db, close } = await store.open();
  const rows = await db.selectFrom("contacts").select("event_id").execute();
  expectEqual("  refused", refused, 0);
  expectEqual("  stored", rows.length, count);
  await close();
  await store.remove();
}
