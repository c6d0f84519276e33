import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import pc from "picocolors";
import { provideBrowser } from "./testing/browser.ts";
import { type Postgres, providePostgres } from "./testing/postgres.ts";

/** One check of the whole project; it starts when what it needs has passed. */
interface Task {
  readonly name: string;
  readonly command: string;
  readonly needs: readonly string[];
  /** Left out where the machine has no PostgreSQL and cannot get one. */
  readonly onPostgres?: true;
  /** True for what measures by the clock of a browser: everything else is over by then. */
  readonly last?: true;
}

/** Of what passes nothing is said, so that what failed is found at once. */
const VITEST = "vitest run --reporter=minimal";

const TASKS: readonly Task[] = [
  { name: "build", command: "node compiler/bin.mjs build", needs: [] },
  { name: "format", command: "prettier --check --log-level warn .", needs: [] },
  {
    name: "unit",
    // Unless told, vitest leaves one core free.
    command: `${VITEST} --maxWorkers=100% --project unit --project apart`,
    needs: ["build"],
  },
  {
    name: "unit on PostgreSQL",
    command: `${VITEST} --project unit server/`,
    needs: ["build"],
    onPostgres: true,
  },
  { name: "types", command: "tsc -b", needs: ["build"] },
  {
    name: "lint",
    command: "oxlint --type-aware --deny-warnings",
    needs: ["build"],
  },
  { name: "dead code", command: "knip", needs: ["build"] },
  {
    name: "flows",
    command: `${VITEST} --project flows`,
    needs: ["build"],
    last: true,
  },
];

/** `npm test`: every check, as many at once as there are cores; says what failed and why. */
async function main(): Promise<number> {
  // Known to the tests of this build alone.
  const testerCode = randomUUID();
  const browser = await provideBrowser();
  console.log(`browser: ${browser}`);
  const postgres = await findPostgres();
  const results = await runAll(
    TASKS.filter((task) => !task.onPostgres || postgres !== null),
    (task) => ({
      ...process.env,
      CHROMIUM: browser,
      TESTER_CODE: testerCode,
      TESTER_CODE_SHA256: createHash("sha256").update(testerCode).digest("hex"),
      ...(task.onPostgres && { TEST_DATABASE_URL: postgres?.url }),
    }),
  ).finally(() => postgres?.stop());
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

/** The server's tests run on both databases, unless there is only the embedded one; that is said aloud. */
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
          "PostgreSQL: none to be had, so the server is tested on the embedded database only (set DATABASE_URL to test on yours)",
        )
      : `PostgreSQL: ${postgres.version}`,
  );
  return postgres;
}

interface Result {
  readonly task: Task;
  readonly passed: boolean;
  readonly output: string;
}

async function runAll(
  tasks: readonly Task[],
  envOf: (task: Task) => NodeJS.ProcessEnv,
): Promise<Result[]> {
  const results = new Map<string, Result>();
  const waiting = [...tasks];
  const running = new Set<Promise<void>>();
  const lanes = Math.max(2, availableParallelism());
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(
      (task) =>
        task.needs.every((name) => results.has(name)) &&
        (task.last !== true || running.size + waiting.length === 1),
    );
    if (next === -1 || running.size >= lanes) {
      await Promise.race(running);
      continue;
    }
    const [task] = waiting.splice(next, 1);
    if (task === undefined) continue;
    const blocked = task.needs.some(
      (name) => results.get(name)?.passed !== true,
    );
    const work = (blocked ? skip(task) : run(task, envOf(task))).then(
      (result) => {
        results.set(task.name, result);
        running.delete(work);
      },
    );
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
    // Through npx's own lookup path, so that a command is the project's and no other.
    const child = spawn(task.command, {
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
      console.log(
        `${passed ? pc.green("✓") : pc.red("✗")} ${task.name} ${pc.dim(`${seconds} s`)}`,
      );
      resolve({ task, passed, output });
    });
  });
}

process.exitCode = await main();
