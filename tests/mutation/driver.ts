import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import type { Answer, Batch, Question, Wanted } from "./lane.ts";
import type { Mutant } from "./mutants.ts";
import type { Plan, Step } from "./runner.ts";

/** Whoever takes longer for one file of tests goes round for ever; milliseconds. */
const TIMEOUT_MS = 90_000;
/** Tests of a batch are quick ones; milliseconds. */
const STEP_TIMEOUT_MS = 15_000;
const LOOKED_EVERY_MS = 100;
/** How a step says so; in names of mutants, quotation marks are escaped. */
const BROKEN = '"state":"broken"';

/** What came of a batch. */
export interface Outcome {
  readonly steps: readonly Step[];
  /** `stuck`: nothing has happened for too long; `broken`: as the last step says. */
  readonly end: "done" | "stuck" | "broken";
}

/** Has mutants tried, in a process that stays until one of them goes round for ever. */
export class Lane {
  readonly #variables: Readonly<Record<string, string>>;
  #process: ChildProcess | null = null;

  constructor(variables: Readonly<Record<string, string>>) {
    this.#variables = variables;
  }

  /** The file of tests that notices it: by a test that comes by, or else by another one; null: none does. */
  async killer(
    { name }: Mutant,
    tests: readonly Wanted[],
  ): Promise<string | null> {
    const whole = tests
      .filter(({ ids }) => ids !== null)
      .map(({ file }) => ({ file, ids: null }));
    for (const wanted of [...tests, ...whole])
      if (await this.#isKilled({ mutant: name, wanted })) return wanted.file;
    return null;
  }

  async #isKilled(question: Question): Promise<boolean> {
    const start = performance.now();
    const isLate = () => performance.now() - start > TIMEOUT_MS;
    return (await this.#ask(question, isLate)) !== "survives";
  }

  /** Tries many mutants on one file, as far as it goes: what is left is for another call. */
  async batch(file: string, plan: Plan): Promise<Outcome> {
    const folder = mkdtempSync(join(tmpdir(), "funnels-batch-"));
    const log = join(folder, "steps.jsonl");
    writeFileSync(log, "");
    let known = "";
    let since = performance.now();
    const isOver = () => {
      const text = readFileSync(log, "utf8");
      if (text !== known) since = performance.now();
      known = text;
      return (
        text.includes(BROKEN) || performance.now() - since > STEP_TIMEOUT_MS
      );
    };
    try {
      const answer = await this.#ask({ file, plan, log }, isOver);
      const text = readFileSync(log, "utf8");
      const lines = text.split("\n").slice(0, -1);
      const steps = lines.map((line): Step => JSON.parse(line));
      if (text.includes(BROKEN)) return { steps, end: "broken" };
      return { steps, end: answer === null ? "stuck" : "done" };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  end(): void {
    this.#process?.disconnect();
    this.#process = null;
  }

  /** Null where the process was ended, because of what `isOver` says. */
  async #ask(
    asked: Question | Batch,
    isOver: () => boolean,
  ): Promise<Answer | null> {
    const lane = (this.#process ??= await this.#start());
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer | null) => {
        clearInterval(watch);
        lane.removeAllListeners();
        resolve(answer);
      };
      const watch = setInterval(() => {
        if (!isOver()) return;
        // With the processes that it runs tests in.
        process.kill(-(lane.pid ?? Number.NaN), "SIGKILL");
        this.#process = null;
        settle(null);
      }, LOOKED_EVERY_MS);
      lane.once("message", (answer: Answer) => settle(answer));
      lane.once("exit", () => {
        clearInterval(watch);
        reject(new Error(`no answer to ${JSON.stringify(asked)}`));
      });
      lane.send(asked);
    });
  }

  #start(): Promise<ChildProcess> {
    const lane = fork(join(ROOT, "tests/mutation/lane.ts"), {
      cwd: ROOT,
      // Each try of a test listens to the same signal, which Node.js warns of.
      env: { ...process.env, ...this.#variables, NODE_NO_WARNINGS: "1" },
      detached: true,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    return new Promise((resolve, reject) => {
      lane.once("message", () => {
        lane.removeAllListeners();
        resolve(lane);
      });
      lane.once("exit", () => reject(new Error("no tests can be run")));
    });
  }
}
