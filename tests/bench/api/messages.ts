import { once } from "node:events";
import { createServer } from "node:http";
import { sql } from "kysely";
import { expectEqual, scaled } from "./load.ts";
import {
  type ApiProcess,
  apiProcess,
  embeddedStore,
  postgresStore,
} from "./process.ts";

const RECEIVERS = { contact: "contact.stored", payment: "payment.taken" };
const PROCESSES = 2;
const KILL_EVERY_MS = 15_000;
/** What is taken twice, of all: more of it is a mistake. */
const TWICE_MAX = 0.001;
/** Longer than the longest way of a message: its lease, the look for what is left, and two waits. */
const IDLE_MS = 240_000;

/**
 * 200,000 messages to two receivers by two processes, four workers: at the first try of each, 1 % of answers never come
 * and 10 % are failures, and now and then a process is killed by `kill -9`. Each is taken at least once, and less than
 * one in a thousand twice.
 */
export async function benchMessages(): Promise<void> {
  const shared = await postgresStore();
  const store = shared ?? embeddedStore();
  const receiver = await startReceiver();
  const env = {
    ...store.env,
    ...Object.fromEntries(
      Object.entries(RECEIVERS).flatMap(([name, kind]) => {
        const prefix = `WEBHOOK_${name.toUpperCase()}`;
        return [
          [`${prefix}_URL`, `http://127.0.0.1:${receiver.port}/`],
          [`${prefix}_SECRET`, "told"],
          [`${prefix}_KINDS`, kind],
        ];
      }),
    ),
  };
  const count = scaled(200_000);
  // The first start makes the tables.
  const apis = [await apiProcess(env)];
  await apis[0]?.start();
  await apis[0]?.kill("SIGTERM");
  const { db, close } = await store.open();
  await sql`insert into outbox (message_id, kind, payload, created_at)
    select gen_random_uuid(), case when n % 2 = 0 then ${RECEIVERS.contact} else ${RECEIVERS.payment} end,
      jsonb_build_object('n', n, 'email', 'somebody@mail.example'), now()
    from generate_series(1, ${count}::int) n`.execute(db);
  const all = await db.selectFrom("outbox").select("message_id").execute();
  await close();

  const begun = performance.now();
  const more = shared === null ? 0 : PROCESSES - 1;
  for (let i = 0; i < more; i += 1) apis.push(await apiProcess(env));
  for (const api of apis) await api.start();
  console.log(`  ${count} messages, ${apis.length} process(es), ${store.name}`);
  const { kills, quickS } = await deliver(apis, receiver, { count, begun });
  for (const api of apis) await api.kill("SIGTERM");
  const seconds = (performance.now() - begun) / 1_000;

  const lost = all.filter(({ message_id }) => !receiver.taken.has(message_id));
  const times = [...receiver.taken.values()];
  const twice = times.filter((taken) => taken > 1).length;
  expectEqual("messages lost", lost.length, 0);
  expectEqual(
    `twice within ${TWICE_MAX * 100} % (${twice})`,
    Number(twice <= count * TWICE_MAX),
    1,
  );
  console.log(
    `    ${receiver.tries()} tries, ${receiver.hung()} without an answer, ${kills} kills; 85 % taken after ${quickS.toFixed(0)} s (${Math.round((count * 0.85) / quickS)} a second), all after ${seconds.toFixed(0)} s`,
  );
  receiver.stop();
  await store.remove();
}

/** Kills the processes in turn until most is taken, and waits for the rest. */
async function deliver(
  apis: readonly ApiProcess[],
  receiver: Receiver,
  { count, begun }: { readonly count: number; readonly begun: number },
): Promise<{ kills: number; quickS: number }> {
  let [kills, quickS, before] = [0, 0, 0];
  let [lastKill, lastTaken] = [performance.now(), performance.now()];
  while (receiver.taken.size < count) {
    await new Promise((done) => setTimeout(done, 100));
    const now = performance.now();
    const { size } = receiver.taken;
    if (size > before) [before, lastTaken] = [size, now];
    if (quickS === 0 && size >= count * 0.85) quickS = (now - begun) / 1_000;
    if (now - lastTaken > IDLE_MS) break;
    if (now - lastKill < KILL_EVERY_MS || size > count * 0.8) continue;
    const api = apis[(kills += 1) % apis.length];
    await api?.kill("SIGKILL");
    await api?.start();
    lastKill = performance.now();
  }
  return { kills, quickS };
}

interface Receiver {
  readonly port: number;
  /** How often each message was answered by a 200. */
  readonly taken: ReadonlyMap<string, number>;
  tries(): number;
  hung(): number;
  stop(): void;
}

async function startReceiver(): Promise<Receiver> {
  const taken = new Map<string, number>();
  const seen = new Set<string>();
  let [tries, hung] = [0, 0];
  const http = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      const isFirst = !seen.has(id);
      seen.add(id);
      tries += 1;
      // A hundred sorts of messages, by chance: ids are random.
      const sort = Number.parseInt(id.slice(0, 6), 16) % 100;
      if (isFirst && sort === 0) return void (hung += 1);
      if (isFirst && sort <= 10) return void response.writeHead(500).end();
      taken.set(id, (taken.get(id) ?? 0) + 1);
      response.writeHead(200).end();
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return {
    port: Number(Object(http.address()).port),
    taken,
    tries: () => tries,
    hung: () => hung,
    stop: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}
