import { statSync } from "node:fs";
import { embeddedStore, postgresStore, type Store } from "./api/process.ts";
import { ask, LANES, missingPrograms, type Round } from "./ask-documents.ts";
import {
  DOCUMENT,
  serveBare,
  serveByNginx,
  serveInFront,
} from "./document-servers.ts";
import { everythingElse } from "./everything-else.ts";
import { middle } from "./measure.ts";
import { serveDist, type ServedByProcess } from "./servers.ts";

const SECONDS = 3;
const ROUNDS = 5;

/** How one server does beside another, in the middle of all rounds. */
export interface Beside {
  /** Documents a second, of the other's. */
  readonly ratio: number;
  /** The 99th percentile, times the other's. */
  readonly late: number;
  /** Processor time of an answer, times the other's; our process does everything else in the same time. */
  readonly processor: number;
}

/**
 * Documents of one process of this server, of nginx with one worker and of Node's HTTP server alone, which no server on
 * Node passes: the same bytes and as many connections, in turn, as the machine may have become slower in between. Each
 * writes its log to a file. Then beside nginx once more, while the server does everything else as well. Needs `nginx`
 * and `wrk`.
 */
export async function benchDocuments(): Promise<void> {
  const missing = missingPrograms();
  if (missing.length > 0)
    return console.log(`  left out: no ${missing.join(" and no ")} here`);
  const { size } = statSync(`${DOCUMENT}.gz`);
  console.log(`  one document of ${size} bytes, packed, ${LANES} at a time`);
  for (const store of [await postgresStore(), embeddedStore()]) {
    if (store === null) continue;
    console.log(`  ${store.name}`);
    await alone(store);
    await busy(store);
    await store.remove();
  }
}

async function alone({ env }: Store): Promise<void> {
  const ours = await serveDist(env);
  const nginx = await serveByNginx();
  const bare = await serveBare(ours.url);
  const servers = { ours, nginx, "Node alone": bare };
  const rounds = await inTurn(servers, (line) => console.log(`    ${line}`));
  for (const name of ["nginx", "Node alone"]) sayBeside(name, rounds);
  for (const served of [ours, nginx, bare]) await served.stop();
}

async function busy(store: Store): Promise<void> {
  console.log("    while everything else goes on:");
  const say = (line: string) => console.log(`    ${line}`);
  const rounds = await roundsWhileBusy(store, say);
  for (const name of ["ours", "in front"]) sayBeside("nginx", rounds, name);
}

/**
 * Documents beside nginx while calls, refused ones, jobs and slow senders keep our server busy, in all turns alike: of
 * our server itself, and of an nginx in front of it by what the build writes for that.
 */
export async function roundsWhileBusy(
  { env }: Pick<Store, "env">,
  say: (line: string) => void,
): Promise<Rounds> {
  const rest = await everythingElse();
  const ours = await serveDist({ ...env, ...rest.env });
  const nginx = await serveByNginx();
  const inFront = await serveInFront(ours.url);
  const end = await rest.begin(Number(new URL(ours.url).port));
  const rounds = await inTurn({ ours, nginx, "in front": inFront }, say);
  say(`(${await end()})`);
  for (const served of [inFront, ours, nginx]) await served.stop();
  rest.stop();
  return rounds;
}

/** By the name of the server. */
type Rounds = readonly ReadonlyMap<string, Round>[];

async function inTurn(
  servers: Readonly<Record<string, ServedByProcess>>,
  say: (line: string) => void,
): Promise<Rounds> {
  const rounds: ReadonlyMap<string, Round>[] = [];
  const list = Object.entries(servers);
  for (const [, served] of list) await ask(served, 2);
  for (let n = 0; n < ROUNDS; n += 1) {
    const round = new Map<string, Round>();
    // Whoever is asked first changes as well.
    const turn = n % list.length;
    for (const [name, served] of [...list.slice(turn), ...list.slice(0, turn)])
      round.set(name, await ask(served, SECONDS));
    say(list.map(([name]) => said(name, round.get(name))).join("   "));
    rounds.push(round);
  }
  return rounds;
}

function said(name: string, round: Round | undefined): string {
  if (round === undefined) return `${name}: none`;
  const { perSecond, p99, processor } = round;
  return `${name} ${Math.round(perSecond)} a second, p99 ${p99.toFixed(1)} ms, ${processor.toFixed(0)} us each`;
}

/** How documents of one server do beside those of another, in the middle of all rounds. */
export function besideOf(rounds: Rounds, other: string, name: string): Beside {
  const middleOf = (figure: (round: Round) => number) =>
    middle(
      rounds.flatMap((round) => {
        const [one, others] = [round.get(name), round.get(other)];
        return one === undefined || others === undefined
          ? []
          : [figure(one) / figure(others)];
      }),
    );
  return {
    ratio: middleOf(({ perSecond }) => perSecond),
    late: middleOf(({ p99 }) => p99),
    processor: middleOf(({ processor }) => processor),
  };
}

function sayBeside(other: string, rounds: Rounds, name = "ours"): void {
  const { ratio, late, processor } = besideOf(rounds, other, name);
  console.log(
    `    in the middle, ${name}: ${ratio.toFixed(2)} of ${other}, p99 ${late.toFixed(2)} times its, ${processor.toFixed(2)} times its processor time`,
  );
}
