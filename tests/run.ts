import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import pc from "picocolors";
import { provideBrowser } from "./testing/browser.ts";
import { builtBefore, noteBuild, testerCode } from "./testing/build.ts";
import { type Postgres, providePostgres } from "./testing/postgres.ts";

/** One check of the whole project; it starts when what it needs has passed. */
interface Task {
  readonly name: string;
  readonly command: string;
  readonly needs: readonly string[];
  /** Needs not be done again when the site was built from exactly what is here. */
  readonly builds?: true;
  /** Its server keeps everything in PostgreSQL, where there is one; else in the embedded database. */
  readonly onPostgres?: true;
  /** Left out where there is no PostgreSQL for this machine: it repeats on the embedded database what ran there. */
  readonly onBoth?: true;
  /** Takes too long for every change: part of `npm run test:long` alone. */
  readonly long?: true;
}

interface Result {
  readonly task: Task;
  readonly passed: boolean;
  readonly output: string;
}

/** Of what passes nothing is said, so that what failed is found at once. */
const VITEST =
  "vitest run --reporter=minimal --reporter=./tests/testing/record-reporter.ts";

/** In the order in which they begin, as many at once as there are cores. */
const TASKS: readonly Task[] = [
  {
    // Types, routes and prices: all that most checks need of the content.
    name: "compile",
    command: "tsx tests/testing/compile.ts",
    needs: [],
    builds: true,
  },
  {
    name: "build",
    command: "node compiler/bin.mjs build",
    needs: ["compile"],
    builds: true,
  },
  {
    name: "unit",
    // Unless told, vitest leaves one core free.
    command: `${VITEST} --maxWorkers=100% --project unit --project apart`,
    needs: ["compile"],
    onPostgres: true,
  },
  { name: "flows", command: `${VITEST} --project flows`, needs: ["build"] },
  {
    // A promise holds if its tests ran, here and now.
    name: "statements",
    command: "tsx tests/testing/prove-statements.ts",
    needs: ["unit", "flows"],
  },
  { name: "types", command: "tsc -b", needs: ["compile"] },
  {
    name: "lint",
    command: "oxlint --type-aware --deny-warnings",
    needs: ["compile"],
  },
  { name: "dead code", command: "knip", needs: ["compile"] },
  { name: "format", command: "oxfmt --check", needs: [] },
  {
    // Other input than every change is tried with, and more of it.
    name: "made-up input",
    command: `FUZZ_FACTOR=100 FUZZ_SEED=${Date.now() % 2 ** 31} ${VITEST} --project unit compiler/`,
    needs: ["compile"],
    long: true,
  },
  {
    name: "made-up funnels",
    command: `FUZZ_FACTOR=20 FUZZ_SEED=${Date.now() % 2 ** 31} ${VITEST} --project unit tests/prover`,
    needs: ["compile"],
    long: true,
  },
  {
    name: "made-up payments",
    command: `FUZZ_FACTOR=30 FUZZ_SEED=${Date.now() % 2 ** 31} ${VITEST} --project unit tests/money`,
    needs: ["compile"],
    onPostgres: true,
    long: true,
  },
  {
    name: "server on the embedded database",
    command: `${VITEST} --project unit server/`,
    needs: ["compile"],
    onBoth: true,
    long: true,
  },
  {
    name: "long",
    command: `${VITEST} --project long`,
    needs: ["build"],
    long: true,
  },
  {
    // The money code, changed in small ways one at a time.
    name: "mutants",
    command: "tsx tests/mutation/main.ts",
    needs: ["compile"],
    long: true,
  },
  {
    // At two widths, judged by axe.
    name: "every page",
    command: "tsx tests/gallery/main.ts --axe",
    needs: ["build"],
    long: true,
  },
  {
    // Every step and every way out of it, as a visitor sees it.
    name: "every walk in a browser",
    command: "node compiler/bin.mjs walk --browser --seed 1 --out walks",
    needs: ["build"],
    long: true,
  },
  {
    name: "models of the API",
    command:
      "tsx tests/bench/main.ts kill checkouts webhooks refunds foreign prices",
    needs: ["compile"],
    long: true,
  },
];

/**
 * `npm test`: every check, or those that are named and what they need; with `--long`, what takes too long for every
 * change. Says what failed and why.
 */
async function main(args: readonly string[]): Promise<number> {
  const named = args.filter((arg) => arg !== "--long");
  const long = args.includes("--long");
  const every = TASKS.filter((task) => (task.long ?? false) === long);
  const names = named.length > 0 ? named : every.map(({ name }) => name);
  const [browser, postgres] = await Promise.all([
    provideBrowser(),
    findPostgres(),
  ]);
  console.log(`browser: ${browser}`);
  const before = await builtBefore();
  if (before !== null) console.log("build: of exactly this, made before");
  const code = before ?? testerCode();
  const record = mkdtempSync(join(tmpdir(), "funnels-tests-"));
  const tasks = TASKS.filter(
    (task) =>
      (postgres !== null || !task.onBoth) &&
      (before === null || !task.builds) &&
      isWanted(task, names),
  );
  const results = await runAll(tasks, async (task) => {
    const result = await run(task, {
      ...process.env,
      ...code,
      TEST_RECORD: record,
      TEST_DATABASE_URL: task.onPostgres ? (postgres?.url ?? "") : "",
    });
    if (task.name === "build" && result.passed) await noteBuild(code);
    return result;
  }).finally(() => {
    rmSync(record, { recursive: true });
    return postgres?.stop();
  });
  return report(results);
}

/** Named, or needed by one that is. */
function isWanted(task: Task, names: readonly string[]): boolean {
  return (
    names.includes(task.name) ||
    TASKS.some(
      (other) => other.needs.includes(task.name) && isWanted(other, names),
    )
  );
}

function report(results: readonly Result[]): number {
  const failed = results.filter((result) => !result.passed);
  for (const { task, output } of failed)
    console.log(`\n${pc.red(pc.bold(task.name))}\n${output}`);
  const passed = `${results.length - failed.length} passed`;
  const names = failed.map(({ task }) => task.name).join(", ");
  console.log(
    failed.length === 0
      ? `\n${passed}, 0 failed`
      : `\n${passed}, ${failed.length} failed: ${names}`,
  );
  return failed.length === 0 ? 0 : 1;
}

/** The server's tests run on PostgreSQL, unless there is only the embedded database; that is said aloud. */
async function findPostgres(): Promise<Postgres | null> {
  const postgres = await providePostgres({ durable: false }).catch(
    (error: unknown) => {
      console.log(`PostgreSQL does not start: ${String(error)}`);
      return null;
    },
  );
  console.log(
    postgres === null
      ? pc.yellow(
          "PostgreSQL: none for this machine, so the server is tested on the embedded database only (set DATABASE_URL to test on yours)",
        )
      : `PostgreSQL: ${postgres.version}`,
  );
  return postgres;
}

async function runAll(
  tasks: readonly Task[],
  start: (task: Task) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<string, Result>();
  const waiting = [...tasks];
  const running = new Set<Promise<void>>();
  const lanes = Math.max(2, availableParallelism());
  // What was built before is not among them.
  const isOver = (name: string) =>
    results.has(name) || !tasks.some((task) => task.name === name);
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((task) => task.needs.every(isOver));
    if (next === -1 || running.size >= lanes) {
      await Promise.race(running);
      continue;
    }
    const [task] = waiting.splice(next, 1);
    if (task === undefined) continue;
    const blocked = task.needs.some(
      (name) => results.get(name)?.passed === false,
    );
    const work = (blocked ? skip(task) : start(task)).then((result) => {
      results.set(task.name, result);
      running.delete(work);
    });
    running.add(work);
  }
  return tasks.flatMap((task) => results.get(task.name) ?? []);
}

async function skip(task: Task): Promise<Result> {
  return {
    task,
    passed: false,
    output: `not run: ${task.needs.join(", ")} failed`,
  };
}

function run(task: Task, env: NodeJS.ProcessEnv): Promise<Result> {
  const started = performance.now();
  return new Promise((resolve) => {
    // A shell knows what its children cost; through npx's own lookup path, so that a command is the project's and no other.
    const child = spawn(`${task.command}; code=$?; times; exit $code`, {
      shell: true,
      env: { ...env, PATH: `node_modules/.bin:${env["PATH"] ?? ""}` },
    });
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("close", (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const passed = code === 0;
      const said = output.trimEnd().split("\n");
      const worked = processorSeconds(said.at(-1) ?? "").toFixed(0);
      console.log(
        `${passed ? pc.green("✓") : pc.red("✗")} ${task.name} ${pc.dim(`${seconds} s, ${worked} s of processor time`)}`,
      );
      resolve({ task, passed, output: said.slice(0, -2).join("\n") });
    });
  });
}

/** Of `0m12.340s 0m1.500s`, user's and system's, as `times` has it. */
function processorSeconds(line: string): number {
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

process.exitCode = await main(process.argv.slice(2));
