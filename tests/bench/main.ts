import { benchCheckouts } from "./api/checkouts.ts";
import { benchForeign } from "./api/foreign.ts";
import { benchHostile } from "./api/hostile.ts";
import { benchKill } from "./api/kill.ts";
import { benchMessages } from "./api/messages.ts";
import { benchPrices } from "./api/prices.ts";
import { benchRefunds } from "./api/refunds.ts";
import { benchApi } from "./api/speed.ts";
import { benchWebhooks } from "./api/webhooks.ts";
import { benchBuild } from "./build.ts";
import { benchCheck } from "./check.ts";
import { benchCluster } from "./cluster/main.ts";
import { benchDev } from "./dev.ts";
import { benchDiff } from "./diff.ts";
import { benchDocuments } from "./documents.ts";
import { benchEditor } from "./editor.ts";
import { benchPhotos } from "./photos.ts";
import { benchShift } from "./shift.ts";
import { benchSizes } from "./sizes.ts";
import { benchStart } from "./start.ts";
import { benchVisit } from "./visit/main.ts";
import { benchWatch } from "./watch.ts";
import { benchWrites } from "./writes.ts";

interface Bench {
  /** What it measures or judges. */
  readonly what: string;
  readonly run: () => Promise<void>;
}

/** Figures to compare; those of the API also say whether they are what they have to be. */
const BENCHES: ReadonlyMap<string, Bench> = new Map(
  Object.entries({
    check: {
      what: "time and memory of a check, beside parsing alone",
      run: benchCheck,
    },
    watch: {
      what: "from a save to the findings of `check --watch`",
      run: benchWatch,
    },
    diff: { what: "how long it takes to say what changes", run: benchDiff },
    build: {
      what: "builds beside Vite alone; FUNNELS=1000: of generated content",
      run: benchBuild,
    },
    dev: {
      what: "from a save to the screen, beside Vite alone",
      run: benchDev,
    },
    editor: {
      what: "how long an editor waits after a keystroke",
      run: benchEditor,
    },
    sizes: { what: "what a visitor downloads for one quiz", run: benchSizes },
    start: { what: "how long the server takes to start", run: benchStart },
    visit: {
      what: "a whole visit on a slow phone, beside pages and an app made by hand",
      run: benchVisit,
    },
    api: { what: "calls a second on both databases", run: benchApi },
    prices: { what: "altered prices are refused", run: benchPrices },
    foreign: { what: "ids of others are not found", run: benchForeign },
    checkouts: {
      what: "buyers who tap in many tabs at once pay once",
      run: benchCheckouts,
    },
    webhooks: {
      what: "messages of Stripe, each twice, in an order of chance",
      run: benchWebhooks,
    },
    refunds: {
      what: "refunds and disputes, and what each side says of them",
      run: benchRefunds,
    },
    kill: {
      what: "contacts are kept while processes are killed",
      run: benchKill,
    },
    messages: {
      what: "messages are sent while processes are killed",
      run: benchMessages,
    },
    hostile: { what: "what servers meet on a bad day", run: benchHostile },
    writes: { what: "rows a second that a PostgreSQL takes", run: benchWrites },
    cluster: {
      what: "all of it on many machines, which are lost one by one; needs programs",
      run: benchCluster,
    },
    documents: {
      what: "documents beside nginx; needs `nginx` and `wrk`",
      run: benchDocuments,
    },
    photos: {
      what: "documents and orders while pictures are made",
      run: benchPhotos,
    },
    shift: {
      what: "how much pages move while they load; BRANDS=calm,woo: of some",
      run: benchShift,
    },
  }),
);

const USAGE = `npm run bench                all of them
npm run bench -- visit kill  some of them
npm run bench -- list        their names, and what each is about`;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.has(name));
if (unknown.length === 0)
  for (const [name, { run }] of BENCHES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n${name}`);
    await run();
  }
else if (wanted.join() === "list") console.log(`${USAGE}\n\n${listed()}`);
else {
  console.error(
    `no bench is called ${unknown.map((name) => `"${name}"`).join(", ")}; there are:\n${listed()}`,
  );
  process.exitCode = 2;
}

function listed(): string {
  return [...BENCHES]
    .map(([name, { what }]) => `  ${name.padEnd(10)} ${what}`)
    .join("\n");
}
