import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pc from "picocolors";
import { createTemplate } from "../server/testing/database.ts";
import { provideBrowser } from "./testing/browser.ts";
import { builtBefore, noteBuild, testerCode } from "./testing/build.ts";
import { makeMemoryFolder } from "./testing/memory-folder.ts";
import { type Postgres, providePostgres } from "./testing/postgres.ts";
import { TOLD_AT_ONCE } from "./testing/record-reporter.ts";
import { type Task, TASKS } from "./testing/tasks.ts";

interface Result {
  readonly task: Task;
  readonly passed: boolean;
  readonly output: string;
}

/** What runs now. */
const running = new Set<ChildProcess>();

/**
 * `npm test`: every check, or those that are named and what they need; with `--long`, what takes too long for every
 * change. Says what failed and why.
 */
async function main(args: readonly string[]): Promise<number> {
  const named = args.filter((arg) => arg !== "--long");
  const long = args.includes("--long");
  const every = TASKS.filter((task) => (task.long ?? false) === long);
  const names = named.length > 0 ? named : every.map(({ name }) => name);
  const memory = long ? null : makeMemoryFolder();
  if (memory !== null) process.env["TMPDIR"] = memory;
  const [browser, postgres] = await Promise.all([
    provideBrowser(),
    findPostgres(),
  ]);
  console.log(`browser: ${browser}`);
  const before = await builtBefore();
  if (before !== null) console.log("build: of exactly this, made before");
  const code = before ?? testerCode();
  const record = mkdtempSync(join(tmpdir(), "funnels-tests-"));
  const cleanUp = async () => {
    await postgres?.stop();
    rmSync(memory ?? record, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void endEarly(cleanUp));
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
      ...(task.onPostgres && postgres !== null
        ? {
            TEST_DATABASE_URL: postgres.url,
            TEST_DATABASE_TEMPLATE: postgres.template,
          }
        : { TEST_DATABASE_URL: "" }),
    });
    if (task.name === "build" && result.passed) await noteBuild(code);
    return result;
  }).finally(cleanUp);
  return report(results);
}

/** Leaves nothing behind when somebody ends the tests: no check with its servers and browsers, no database. */
async function endEarly(cleanUp: () => Promise<void>): Promise<never> {
  for (const { pid } of running)
    try {
      if (pid !== undefined) process.kill(-pid, "SIGTERM");
    } catch {
      // It has just ended by itself.
    }
  // A database that heard the same signal is on its way out.
  await cleanUp().catch(() => undefined);
  process.exit(1);
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

interface TestPostgres extends Postgres {
  /** The database that test files make copies of. */
  readonly template: string;
}

/** The server's tests run on PostgreSQL, unless there is only the embedded database; that is said aloud. */
async function findPostgres(): Promise<TestPostgres | null> {
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
  return postgres === null ? null : withTemplate(postgres);
}

/** With a template, which goes before the server does. */
async function withTemplate(postgres: Postgres): Promise<TestPostgres> {
  try {
    const template = await createTemplate(postgres.url);
    const stop = () => template.drop().finally(postgres.stop);
    return { ...postgres, template: template.name, stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function runAll(
  tasks: readonly Task[],
  start: (task: Task) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<string, Result>();
  const waiting = [...tasks];
  const working = new Set<Promise<void>>();
  const lanes = Math.max(2, availableParallelism());
  // What was built before is not among them.
  const isOver = (name: string) =>
    results.has(name) || !tasks.some((task) => task.name === name);
  while (waiting.length > 0 || working.size > 0) {
    const next = waiting.findIndex((task) => task.needs.every(isOver));
    if (next === -1 || working.size >= lanes) {
      await Promise.race(working);
      continue;
    }
    const [task] = waiting.splice(next, 1);
    if (task === undefined) continue;
    const failed = task.needs.filter(
      (name) => results.get(name)?.passed === false,
    );
    const outcome = failed.length > 0 ? skip(task, failed) : start(task);
    const work = outcome.then((result) => {
      results.set(task.name, result);
      working.delete(work);
    });
    working.add(work);
  }
  return tasks.flatMap((task) => results.get(task.name) ?? []);
}

async function skip(task: Task, failed: readonly string[]): Promise<Result> {
  return {
    task,
    passed: false,
    output: `not run: ${failed.join(", ")} failed`,
  };
}

function run(task: Task, env: NodeJS.ProcessEnv): Promise<Result> {
  const started = performance.now();
  return new Promise((resolve) => {
    // A shell knows what its children cost; through npx's own lookup path, so that a command is the project's and no other.
    const child = spawn(`${task.command}; code=$?; times; exit $code`, {
      shell: true,
      // A group of its own, which can be ended as a whole.
      detached: true,
      env: { ...env, PATH: `node_modules/.bin:${env["PATH"] ?? ""}` },
    });
    running.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on("line", (line) => {
        output += `${line}\n`;
        // Of what takes long, whoever waits sees how far it is.
        if (task.long || line.startsWith(TOLD_AT_ONCE))
          console.log(pc.dim(`${task.name}:`), line);
      });
    child.on("close", (code) => {
      running.delete(child);
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
