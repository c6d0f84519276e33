import { randomUUID } from "node:crypto";
import { field, scaled, send, expectEqual } from "./load.ts";
import {
  type ApiProcess,
  apiProcess,
  embeddedStore,
  postgresStore,
  type Store,
} from "./process.ts";
import { SESSION_HEADER } from "../../../generated/call.ts";

const VISITORS = 200;
const KILLS = 6;

/** 200 visitors leave 20,000 contacts while the API is killed six times: none acknowledged is lost, none doubled. */
export async function benchKill(): Promise<void> {
  for (const store of [embeddedStore(), await postgresStore()])
    if (store !== null) await killed(store);
}

async function killed(store: Store): Promise<void> {
  const contacts = scaled(20_000);
  const api = await apiProcess(store.env);
  await api.start();
  const acknowledged: string[] = [];
  const begun = performance.now();
  const visitors = leaveContacts(api.port, contacts, acknowledged);
  const kills = killAt(api, acknowledged, contacts);
  const retries = await visitors;
  const seconds = (performance.now() - begun) / 1_000;
  expectEqual(`${store.name}: kill -9`, await kills, KILLS);
  await api.kill("SIGTERM");
  await compareContacts(store, acknowledged, contacts);
  console.log(
    `    ${retries} calls repeated, ${seconds.toFixed(0)} s with the restarts`,
  );
  await store.remove();
}

/**
 * 200 visitors leave so many contacts, whatever happens to the API: each is sent until it is acknowledged. Answers how
 * many were sent again.
 */
export async function leaveContacts(
  port: number,
  contacts: number,
  acknowledged: string[],
): Promise<number> {
  let retries = 0;
  const visitor = async (count: number) => {
    const session = await until(() => openSession(port));
    for (let i = 0; i < count; i += 1) {
      const event_id = randomUUID();
      await until(async () => {
        const stored = await isStored(port, session, event_id);
        if (!stored) retries += 1;
        return stored || null;
      });
      acknowledged.push(event_id);
    }
  };
  await Promise.all(
    Array.from({ length: VISITORS }, (_, i) =>
      visitor(
        Math.floor(contacts / VISITORS) + (i < contacts % VISITORS ? 1 : 0),
      ),
    ),
  );
  return retries;
}

async function openSession(port: number): Promise<string | null> {
  try {
    const { session } = await send(port, "/api/visitor/visitor-info");
    return session === "" ? null : session;
  } catch {
    return null;
  }
}

/** True when the API says that the contact is stored. */
async function isStored(
  port: number,
  session: string,
  event_id: string,
): Promise<boolean> {
  try {
    const { status, json } = await send(
      port,
      "/api/visitor/store-contact-info",
      {
        method: "POST",
        headers: { [SESSION_HEADER]: session },
        body: { event_id, email: `${event_id}@mail.example` },
      },
    );
    return status === 200 && field(json, "event_id") === event_id;
  } catch {
    return false;
  }
}

async function killAt(
  api: ApiProcess,
  acknowledged: readonly string[],
  contacts: number,
): Promise<number> {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (acknowledged.length < (contacts * kill) / (KILLS + 1))
      await pause(5);
    await api.kill("SIGKILL");
    await api.start();
  }
  return KILLS;
}

/** Says whether the database holds each acknowledged contact, once. */
export async function compareContacts(
  store: Pick<Store, "open">,
  acknowledged: readonly string[],
  contacts: number,
): Promise<void> {
  const { db, close } = await store.open();
  const rows = await db.selectFrom("contacts").select("event_id").execute();
  const stored = new Set(rows.map(({ event_id }) => event_id));
  const lost = acknowledged.filter((id) => !stored.has(id)).length;
  expectEqual("  contacts acknowledged", acknowledged.length, contacts);
  expectEqual("  lost", lost, 0);
  expectEqual("  doubled", rows.length - stored.size, 0);
  expectEqual("  stored", rows.length, acknowledged.length);
  await close();
}

async function until<T>(work: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const done = await work();
    if (done !== null) return done;
    await pause(200);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, ms));
}
