import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { providePostgres } from "../testing/postgres.ts";
import { EXCUSED } from "./excused.ts";
import { Batches } from "./batches.ts";
import { Lane } from "./driver.ts";
import type { Wanted } from "./lane.ts";
import { mutate, type Mutant } from "./mutants.ts";
import type { Met } from "./setup.ts";

/**
 * Changes the server's money code in small ways, one at a time, and runs the tests that come by: what no test notices
 * is a promise that nothing holds. `npm run mutants` for all of it, `npm run mutants -- server/checkout` for a part;
 * what is no part of it is refused before anything runs.
 */
const FOLDERS = [
  "checkout",
  "ledger",
  "offers",
  "orders",
  "payments",
  "sessions",
];
const OTHERS = [
  "server/db/cancelled-plans.ts",
  "server/db/turn.ts",
  "server/db/upcoming-renewals.ts",
  "server/http/origin.ts",
];
const SAID_EVERY = 100;

async function main(parts: readonly string[]): Promise<number> {
  const all = targets();
  const wrong = parts.filter(
    (part) => !all.some((file) => file.startsWith(part)),
  );
  if (wrong.length > 0) {
    console.error(
      `no file of the money code begins with ${wrong.join(" or ")}; parts are ${FOLDERS.map((folder) => `server/${folder}`).join(", ")}, ${OTHERS.join(", ")}`,
    );
    return 2;
  }
  const files = all.filter(
    (file) => parts.length === 0 || parts.some((part) => file.startsWith(part)),
  );
  const mutants = files.flatMap(
    (file) => mutate(file, readFileSync(join(ROOT, file), "utf8")).mutants,
  );
  const folder = mkdtempSync(join(tmpdir(), "funnels-mutants-"));
  const postgres = await providePostgres({ durable: false });
  const env = {
    MUTATED: files.join("\n"),
    TEST_DATABASE_URL: postgres?.url ?? "",
  };
  try {
    const log = join(folder, "met.jsonl");
    console.log(`${mutants.length} mutants of ${files.length} files`);
    const first = await runAll({ ...env, MUTANTS_MET: log });
    if (first.code !== 0) {
      console.log(first.said);
      return 2;
    }
    const met = readMet(log);
    const batches = new Batches(
      met,
      mutants.map(({ name }) => name),
    );
    await inLanes(env, (lane) => batches.work(lane));
    const left = mutants.filter(({ name }) => !batches.noticed.has(name));
    console.log(`${mutants.length - left.length} noticed; ${left.length} left`);
    const survived = await askAlone(left, testsOf(met), env);
    return report(mutants, survived, parts.length === 0);
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true });
  }
}

function targets(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, "server", folder), { recursive: true }).map(
      (name) => `server/${folder}/${String(name).replaceAll("\\", "/")}`,
    ),
  );
  const isOwn = (file: string) =>
    file.endsWith(".ts") && !/\.(?:test|fixture)\.ts$|\/testing\//.test(file);
  return [...inFolders.filter(isOwn), ...OTHERS].toSorted();
}

function report(
  mutants: readonly Mutant[],
  survived: readonly Mutant[],
  isWhole: boolean,
): number {
  const loose = survived.filter(({ name }) => !Object.hasOwn(EXCUSED, name));
  const names = new Set(survived.map(({ name }) => name));
  const idle = isWhole
    ? Object.keys(EXCUSED).filter((name) => !names.has(name))
    : [];
  for (const name of idle) console.log(`excused, and killed or gone: ${name}`);
  console.log(
    `${mutants.length - survived.length} of ${mutants.length} killed, ${survived.length - loose.length} excused, ${loose.length} survive`,
  );
  return loose.length === 0 && idle.length === 0 ? 0 : 1;
}

function readMet(log: string): readonly Met[] {
  const lines = readFileSync(log, "utf8").trim().split("\n");
  return lines.map((line): Met => JSON.parse(line));
}

/** By mutant: the tests that come by it, file by file, those with the fewest tests first. */
function testsOf(all: readonly Met[]): ReadonlyMap<string, readonly Wanted[]> {
  const files = new Map<string, Map<string, string[]>>();
  for (const { testPath, met } of all) {
    const file = relative(ROOT, testPath);
    for (const [id, names] of Object.entries(met))
      for (const name of names) {
        const ofMutant = files.get(name) ?? new Map<string, string[]>();
        files.set(name, ofMutant);
        ofMutant.set(file, [...(ofMutant.get(file) ?? []), id]);
      }
  }
  const wanted = (ofMutant: ReadonlyMap<string, readonly string[]>) =>
    [...ofMutant]
      .toSorted(([, one], [, other]) => one.length - other.length)
      .map(([file, ids]) => ({ file, ids: ids.includes("") ? null : ids }));
  return new Map([...files].map(([name, tests]) => [name, wanted(tests)]));
}

/** What no test notices, of mutants that are tried one at a time, each in a run of its own. */
async function askAlone(
  mutants: readonly Mutant[],
  tests: ReadonlyMap<string, readonly Wanted[]>,
  env: Readonly<Record<string, string>>,
): Promise<readonly Mutant[]> {
  const open = [...mutants];
  const survived: Mutant[] = [];
  let done = 0;
  // By source file: what has noticed its last mutant notices the next one most often.
  const noticed = new Map<string, string>();
  await inLanes(env, async (lane) => {
    for (let one = open.shift(); one !== undefined; one = open.shift()) {
      const wanted = tests.get(one.name) ?? [];
      const first = noticed.get(one.file);
      const inOrder = wanted.toSorted(
        (a, b) => Number(b.file === first) - Number(a.file === first),
      );
      const killer = await lane.killer(one, inOrder);
      done += 1;
      if (done % SAID_EVERY === 0) console.log(`${done}/${mutants.length}`);
      if (killer !== null) {
        noticed.set(one.file, killer);
        continue;
      }
      survived.push(one);
      console.log(
        `${one.file}:${one.line} survives ${wanted.length} files of tests: ${one.name}`,
      );
    }
  });
  return survived;
}

/** The same work on each core, over whatever the work takes its parts from. */
async function inLanes(
  env: Readonly<Record<string, string>>,
  work: (lane: Lane) => Promise<void>,
): Promise<void> {
  const lanes = Array.from(
    { length: availableParallelism() },
    () => new Lane(env),
  );
  await Promise.all(lanes.map((lane) => work(lane)));
  for (const lane of lanes) lane.end();
}

/** All of the server's tests, over modules with no mutant at work. */
function runAll(
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly said: string }> {
  const child = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config=tests/mutation/vitest.config.ts",
      `--root=${ROOT}`,
      "--reporter=dot",
    ],
    {
      cwd: ROOT,
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code: code ?? 1, said }));
  });
}

process.exitCode = await main(process.argv.slice(2));
