import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { networkTo, type Network } from "../../../server/testing/network.ts";
import { inBrowser } from "./hostile-browser.ts";
import { documentsMeanwhile } from "./hostile-documents.ts";
import { largeBody, slowHeaders, stopping } from "./hostile-connections.ts";
import { call, leave } from "./plain-call.ts";
import { expectEqual, inParallel, scaled } from "./load.ts";
import {
  type ApiProcess,
  apiProcess,
  embeddedStore,
  postgresStore,
  type Store,
} from "./process.ts";

const ADDRESS_HEADER = "x-forwarded-for";
const LANES = 40;
const TOKEN = "/api/courses/auth/tokens/create";

/** What servers meet on a bad day, against running processes: a line for each thing seen. */
export async function benchHostile(): Promise<void> {
  const store = (await postgresStore()) ?? embeddedStore();
  const { DATABASE_URL } = store.env;
  const network =
    DATABASE_URL === undefined ? null : await networkTo(DATABASE_URL);
  const env = {
    ...store.env,
    ...(network && { DATABASE_URL: network.url }),
    CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
  };
  const apis: ApiProcess[] = [];
  for (let i = 0; i < (network === null ? 1 : 2); i += 1) {
    const api = await apiProcess(env);
    await api.start();
    apis.push(api);
  }
  const ports = apis.map(({ port }) => port);
  console.log(`  ${ports.length} processes, ${store.name}`);
  await slowHeaders(ports[0] ?? 0);
  await largeBody(ports[0] ?? 0);
  await budgets(ports);
  await tokens(ports);
  await clockSetBack(store, ports);
  if (network !== null) await databaseAway(network, ports);
  for (const drain of ["0", "2"]) await stopping(store, drain);
  for (const api of apis) await api.kill("SIGTERM");
  await documentsMeanwhile(store);
  await otherVersions(store, env);
  await inBrowser();
  await network?.cut();
  await store.remove();
}

/** Calls that were let through, of so many. */
async function passed(
  ports: readonly number[],
  calls: number,
  address: (n: number) => string,
): Promise<number> {
  let count = 0;
  await inParallel(
    Array.from({ length: calls }, (_, n) => n),
    LANES,
    async (n) => {
      const headers = { [ADDRESS_HEADER]: address(n) };
      const port = ports[n % ports.length] ?? 0;
      const { status } = await call(port, "/api/nothing", { headers });
      if (status !== 429) count += 1;
    },
  );
  return count;
}

async function budgets(ports: readonly number[]): Promise<void> {
  const at = `${ports.length} processes, 40 at a time`;
  const office = await passed(ports, 1_000, () => "192.0.2.1");
  expectEqual(`of 1,000 calls of an office, passed (${at})`, office, 600);
  const network = (n: number) => `2001:db8:1:1::${n.toString(16)}`;
  const many = await passed(ports, 700, network);
  expectEqual(`of 700 calls of an IPv6 /64, passed (${at})`, many, 600);
}

async function tokens(ports: readonly number[]): Promise<void> {
  const port = ports[0] ?? 0;
  const ask = (email: string, address: string) =>
    call(port, TOKEN, {
      method: "POST",
      headers: {
        [ADDRESS_HEADER]: address,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ email }).toString(),
    });
  let guesses = 0;
  for (let n = 0; n < 200; n += 1) {
    const { status } = await ask(
      `guess-${n}@mail.example`,
      `2001:db8:1:2::${n.toString(16)}`,
    );
    if (status === 200) guesses += 1;
  }
  expectEqual(
    "of 200 guesses of the token call from a /64, answered",
    guesses,
    10,
  );
  const customers = ["a", "b", "c"].map((name) => `${name}@customer.example`);
  for (const email of customers)
    await leave(port, { email, event_id: randomUUID() });
  const strangers = customers.map((email) =>
    email.replace("customer", "stranger"),
  );
  const answers = new Set<string>();
  for (const [n, email] of [...customers, ...strangers].entries()) {
    const { status, text } = await ask(email, `192.0.2.${50 + n}`);
    answers.add(`${status} ${text.replace(/"[\w-]{22}"/, "token")}`);
  }
  expectEqual("different answers for customers and strangers", answers.size, 1);
}

/** A clock that steps back an hour leaves windows an hour ahead: whoever does not remember them meets them there. */
async function clockSetBack(
  store: Store,
  ports: readonly number[],
): Promise<void> {
  if (ports.length < 2) return;
  const address = () => "192.0.2.9";
  await passed(ports.slice(0, 1), 700, address);
  const { db, close } = await store.open();
  await sql`update call_limits set begun_at = begun_at + interval '1 hour'`.execute(
    db,
  );
  await close();
  const again = await passed(ports.slice(1), 700, address);
  expectEqual(
    "the clock an hour back: of 700 calls at another process, passed",
    again,
    600,
  );
}

async function databaseAway(
  network: Network,
  ports: readonly number[],
): Promise<void> {
  const port = ports[0] ?? 0;
  const seconds = scaled(26);
  const end = performance.now() + seconds * 1_000;
  const contacts: object[] = [];
  const seen = { unavailable: 0, other: 0, pages: 0, lost: 0 };
  await network.cut();
  while (performance.now() < end) {
    const contact = {
      event_id: randomUUID(),
      email: `n${contacts.length}@mail.example`,
    };
    contacts.push(contact);
    const { status, headers } = await leave(port, contact);
    if (status === 503 && headers["retry-after"] !== undefined)
      seen.unavailable += 1;
    else seen.other += 1;
    for (const path of ["/readyz", "/quiz/start"])
      if ((await call(port, path)).status === 200) seen.pages += 1;
    await pause(100);
  }
  await network.restore();
  for (const contact of contacts)
    if ((await leave(port, contact)).status !== 200) seen.lost += 1;
  const at = `PostgreSQL away for ${seconds} s, ${contacts.length} contacts`;
  expectEqual(`${at}: 503 with Retry-After`, seen.unavailable, contacts.length);
  expectEqual(`${at}: any other answer`, seen.other, 0);
  expectEqual(
    "  pages and /readyz meanwhile, 200",
    seen.pages,
    2 * contacts.length,
  );
  expectEqual("  sent again afterwards, not stored", seen.lost, 0);
}

/** Another version has changed the schema: this one starts on it, or says that it cannot. */
async function otherVersions(
  store: Store,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const change = async (statement: string) => {
    const { db, close } = await store.open();
    await sql.raw(statement).execute(db);
    await close();
  };
  const starts = async () => {
    const api = await apiProcess(env);
    const isStarted = await api.start().then(
      () => 1,
      () => 0,
    );
    await api.kill("SIGTERM");
    return isStarted;
  };
  await change(
    "insert into kysely_migration (name, timestamp) values ('9999-newer', '')",
  );
  expectEqual(
    "on a newer schema that it can run on, started",
    await starts(),
    1,
  );
  await change("insert into schema_support (runs_from) values ('9999-newer')");
  console.log("  (says why, to standard error:)");
  expectEqual("on one that it cannot run on, started", await starts(), 0);
}
