import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { providePostgres } from "../testing/postgres.ts";
import { EXCUSED } from "./excused.ts";
import { mutate, type Mutant } from "./mutants.ts";

/**
 * Changes the server's money code in small ways, one at a time, and runs the tests that come by: what no test notices
 * is a promise that nothing holds. `npm run mutants` for all of it, `npm run mutants -- server/checkout` for a part.
 */
const FOLDERS = ["checkout", "ledger", "offers", "payments", "sessions"];
const OTHERS = ["server/http/origin.ts"];
/** Whoever takes longer goes round for ever; milliseconds. */
const PATIENCE_MS = 240_000;

async function main(parts: readonly string[]): Promise<number> {
  const files = targets().filter(
    (file) => parts.length === 0 || parts.some((part) => file.startsWith(part)),
  );
  const mutants = files.flatMap(
    (file) => mutate(file, readFileSync(join(ROOT, file), "utf8")).mutants,
  );
  const folder = mkdtempSync(join(tmpdir(), "funnels-mutants-"));
  const postgres = await providePostgres({ durable: false });
  const surroundings = {
    MUTATED: files.join("\n"),
    TEST_DATABASE_URL: postgres?.url ?? "",
  };
  try {
    const log = join(folder, "met.jsonl");
    console.log(`${mutants.length} mutants of ${files.length} files`);
    const first = await runTests([], { ...surroundings, MUTANTS_MET: log });
    if (first.code !== 0) {
      console.log(first.said);
      return 2;
    }
    const testsOf = readMet(log);
    const open = [...mutants];
    const survived: Mutant[] = [];
    let done = 0;
    const lane = async () => {
      for (let one = open.shift(); one !== undefined; one = open.shift()) {
        const tests = testsOf.get(one.name) ?? [];
        const variables = { ...surroundings, MUTANT: one.name };
        const isKilled =
          tests.length > 0 && (await runTests(tests, variables)).code !== 0;
        done += 1;
        if (isKilled) continue;
        survived.push(one);
        console.log(
          `${done}/${mutants.length} ${one.file}:${one.line} survives ${tests.length} files of tests: ${one.name}`,
        );
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, lane));
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
    file.endsWith(".ts") && !/\.test\.ts$|\/testing\//.test(file);
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

/** By mutant: the files of tests that come by it, those that come by few first. */
function readMet(log: string): ReadonlyMap<string, readonly string[]> {
  const testsOf = new Map<string, string[]>();
  const lines = readFileSync(log, "utf8").trim().split("\n");
  const seen = lines.map((line): { testPath: string; met: string[] } =>
    JSON.parse(line),
  );
  for (const { testPath, met } of seen.toSorted(
    (one, other) => one.met.length - other.met.length,
  ))
    for (const name of met)
      testsOf.set(name, [
        ...(testsOf.get(name) ?? []),
        relative(ROOT, testPath),
      ]);
  return testsOf;
}

function runTests(
  tests: readonly string[],
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
      ...(tests.length === 0 ? [] : ["--bail=1", "--maxWorkers=1"]),
      ...tests,
    ],
    {
      cwd: ROOT,
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: tests.length === 0 ? undefined : PATIENCE_MS,
      killSignal: "SIGKILL",
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
