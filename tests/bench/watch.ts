import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ROOT } from "../../compiler/testing/root.ts";
import { contentNames } from "../../compiler/workspace/content.ts";
import { generateTree } from "./generate.ts";

const FUNNELS = [1_000, 5_000] as const;
const EDITS = 21;
const AT_ONCE = 20;
/** After so long without a word, all has been said. */
const SILENCE_MS = 500;

/**
 * How long `check --watch` takes from a save to its findings, as a whole process: one funnel, twenty at
 * once; 60 ms of it are waited for further changes.
 */
export async function benchWatch(): Promise<void> {
  for (const funnels of FUNNELS) {
    const dir = mkdtempSync(join(tmpdir(), "funnels-bench-"));
    try {
      generateTree(dir, { funnels, pagesPerFunnel: 40 });
      await benchTree(dir, funnels);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
}

async function benchTree(dir: string, funnels: number): Promise<void> {
  const names = contentNames(dir).filter(
    (name) => !/(?:site|brand)\.yaml$/.test(name),
  );
  const watching = startWatch(dir);
  try {
    const start = await watching.answerTo(() => undefined);
    console.log(`${funnels} funnels`);
    report("first check, from nothing", [start]);
    const change = (n: number) =>
      // By a comment: the text is new, the meaning is not.
      appendFileSync(join(dir, names[n % names.length] ?? ""), `# ${n}\n`);
    const edits: Answer[] = [];
    for (let n = 0; n < EDITS; n += 1)
      edits.push(await watching.answerTo(() => change(n * 37)));
    report("one funnel changed", edits);
    const many: Answer[] = [];
    for (let n = 0; n < 5; n += 1)
      many.push(
        await watching.answerTo(() => {
          for (let each = 0; each < AT_ONCE; each += 1) change(n + each * 41);
        }),
      );
    report(`${AT_ONCE} funnels changed at once`, many);
    console.log(`  memory at most ${watching.residentMb().toFixed(0)} MB`);
  } finally {
    await watching.end();
  }
}

interface Answer {
  /** From the last save to the last word. */
  readonly ms: number;
  /** Of all processors. */
  readonly cpuMs: number;
  /** How often the content was checked. */
  readonly checks: number;
}

function startWatch(dir: string) {
  const args = ["compiler/bin.mjs", "check", "--watch", "--no-cache"];
  const child = spawn(process.execPath, [...args, "--content", dir], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    async answerTo(change: () => void): Promise<Answer> {
      const before = cpuMsOf(child);
      change();
      const saved = performance.now();
      const { checks, at } = await heard(child);
      return { ms: at - saved, cpuMs: cpuMsOf(child) - before, checks };
    },
    residentMb: () =>
      Number(/VmHWM:\s+(\d+)/.exec(of(child, "status"))?.[1]) / 1e3,
    async end() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

type Child = ChildProcessByStdio<null, Readable, null>;

/** How often something is said until nothing is, and when it was said last. */
function heard(child: Child): Promise<{ checks: number; at: number }> {
  return new Promise((resolve) => {
    let checks = 0;
    let timer: NodeJS.Timeout | undefined;
    const listen = (said: Buffer) => {
      checks += said.toString().split("files checked").length - 1;
      const at = performance.now();
      clearTimeout(timer);
      timer = setTimeout(() => {
        child.stdout.off("data", listen);
        resolve({ checks, at });
      }, SILENCE_MS);
    };
    child.stdout.on("data", listen);
  });
}

function of(child: Child, file: "stat" | "status"): string {
  return readFileSync(`/proc/${child.pid}/${file}`, "utf8");
}

/** Linux counts in hundredths of a second. */
function cpuMsOf(child: Child): number {
  const fields = of(child, "stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function report(name: string, answers: readonly Answer[]): void {
  const middle = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ??
    Number.NaN;
  const ms = middle(answers.map((answer) => answer.ms));
  const cpu = answers.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const most = Math.max(...answers.map(({ checks }) => checks));
  console.log(
    `  ${name.padEnd(30)} ${ms.toFixed(0).padStart(7)} ms of waiting, ${(cpu / answers.length).toFixed(0).padStart(6)} ms of processors, at most ${most} checks`,
  );
}
