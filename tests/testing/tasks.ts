/** One check of the whole project; it starts when what it needs has passed. */
export interface Task {
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

/** Of what passes nothing is said, so that what failed is found at once. */
const VITEST =
  "vitest run --reporter=minimal --reporter=./tests/testing/record-reporter.ts";
/** Without the tests that take too long for every change, and with a part of the made-up input. */
const QUICK = `FUZZ_FACTOR=0.3 ${VITEST} --tags-filter='!long'`;
/** Checkers of types collect their garbage less often: a tenth to a third less work for a third more memory. */
const ROOMY = "GOGC=400";
/** Unless told, vitest leaves one core free. */
const UNIT = "--maxWorkers=100% --project unit --project apart";

/** In the order in which they begin, as many at once as there are cores. */
export const TASKS: readonly Task[] = [
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
    command: `${QUICK} ${UNIT}`,
    needs: ["compile"],
    onPostgres: true,
  },
  {
    name: "flows",
    command: `${QUICK} --project flows`,
    needs: ["build"],
    onPostgres: true,
  },
  {
    // A promise holds if its tests ran, here and now.
    name: "statements",
    command: "tsx tests/testing/prove-statements.ts",
    needs: ["unit", "flows"],
  },
  {
    // Several threads would each find out about the same types, and other checks run beside it.
    name: "types",
    command: `${ROOMY} tsc -b --singleThreaded`,
    needs: ["compile"],
  },
  {
    name: "lint",
    command: `${ROOMY} oxlint --type-aware --deny-warnings`,
    needs: ["compile"],
  },
  { name: "dead code", command: "knip", needs: ["compile"] },
  {
    name: "code of tests alone",
    command: "knip --production --files --exports",
    needs: ["compile"],
    long: true,
  },
  { name: "format", command: "oxfmt --check", needs: [] },
  {
    name: "every unit",
    command: `${VITEST} ${UNIT}`,
    needs: ["compile"],
    onPostgres: true,
    long: true,
  },
  {
    name: "every flow",
    command: `${VITEST} --project flows`,
    needs: ["build"],
    long: true,
  },
  {
    name: "every statement",
    command: "tsx tests/testing/prove-statements.ts --night",
    needs: ["every unit", "every flow"],
    long: true,
  },
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
