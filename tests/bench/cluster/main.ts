import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tapMany } from "../api/checkouts.ts";
import { compareContacts, leaveContacts } from "../api/kill.ts";
import { inParallel, newVisitor, retries, scaled } from "../api/load.ts";
import { walkMany } from "../api/walks.ts";
import { sendMessages } from "../api/webhooks.ts";
import { freePort } from "../../testing/free-port.ts";
import { type Cluster, openPhase, type Phase } from "./phase.ts";
import { startDatabase } from "./database.ts";
import { startFront } from "./front.ts";
import { missingPackages } from "./programs.ts";

const PROCESSES = 4;
/** Longer than any fail-over: whoever is not answered in this time is stuck. */
const TIMEOUT_MS = 120_000;
const LANES = 50;

/**
 * Four API processes behind HAProxy, PgBouncer in transaction mode, a primary and its synchronous replica under Patroni:
 * the models of contacts, messages, walks and checkouts while processes are killed, the primary is lost, HAProxy reads its
 * configuration anew and a new build is switched.
 */
export async function benchCluster(): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0)
    return console.log(`  left out: ${missing.join(", ")} not installed`);
  process.setMaxListeners(0);
  // What has been started ends with this process.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => process.exit(1));
  const folder = mkdtempSync(join(tmpdir(), "funnels-cluster-"));
  chmodSync(folder, 0o755);
  const ports: number[] = [];
  for (let i = 0; i < PROCESSES; i += 1) ports.push(await freePort());
  const database = await startDatabase(folder);
  try {
    const front = await startFront(folder, {
      apis: ports,
      nodes: database.nodes,
    });
    try {
      await runAll({ folder, ports, database, front });
    } finally {
      await front.stop();
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runAll(cluster: Cluster): Promise<void> {
  retries.ms = TIMEOUT_MS;
  const alone = await throughput(cluster, 1);
  const together = await throughput(cluster, PROCESSES);
  console.log(
    `  ${alone.toFixed(0)} contacts/s by one process, ${together.toFixed(0)} by ${PROCESSES}: ${(together / alone).toFixed(2)} times`,
  );
  await underFaults(cluster, "contacts", "crash", async ({ port, store }) => {
    const acknowledged: string[] = [];
    const contacts = scaled(20_000);
    await leaveContacts(port(), contacts, acknowledged);
    await compareContacts(store, acknowledged, contacts);
  });
  await underFaults(cluster, "messages", "lose", (phase) =>
    sendMessages(phase, scaled(500)),
  );
  await underFaults(cluster, "walks", "crash", (phase) =>
    walkMany(phase, scaled(2_000)),
  );
  await underFaults(cluster, "checkouts", null, (phase) =>
    tapMany(phase, scaled(1_000)),
  );
  retries.ms = 0;
}

async function underFaults(
  cluster: Cluster,
  name: string,
  fault: "crash" | "lose" | null,
  model: (phase: Phase) => Promise<void>,
): Promise<void> {
  console.log(`  ${name}`);
  retries.repeated = 0;
  const phase = await openPhase(cluster, name, cluster.ports.length);
  try {
    const faults = phase.disturb(fault);
    // A model that fails ends its faults as well.
    const done = model(phase).finally(faults.end);
    await Promise.all([done, faults.ended]);
    console.log(`    ${retries.repeated} calls repeated`);
  } finally {
    await phase.stop();
  }
}

/** Contacts a second, by so many processes behind HAProxy. */
async function throughput(
  cluster: Cluster,
  processes: number,
): Promise<number> {
  const phase = await openPhase(cluster, `speed${processes}`, processes);
  try {
    const count = scaled(5_000);
    const visitors = await Promise.all(
      Array.from({ length: LANES }, () => newVisitor(phase.port())),
    );
    const begun = performance.now();
    let refused = 0;
    await inParallel(
      Array.from({ length: count }, (_, i) => i),
      LANES,
      async (i) => {
        const answer = await visitors[i % LANES]?.call(
          "/api/visitor/store-contact-info",
          {
            method: "POST",
            body: { event_id: randomUUID(), email: `job-${i}@mail.example` },
          },
        );
        if (answer?.status !== 200) refused += 1;
      },
    );
    const seconds = (performance.now() - begun) / 1_000;
    if (refused > 0) {
      console.log(`  ✗ ${refused} contacts refused`);
      process.exitCode = 1;
    }
    return count / seconds;
  } finally {
    await phase.stop();
  }
}
