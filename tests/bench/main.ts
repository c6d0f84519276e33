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

/**
 * `npm run bench`: figures to compare; those of the API also say whether they are what they have to be.
 * `npm run bench -- visit kill` runs some of them.
 */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  check: benchCheck,
  watch: benchWatch,
  diff: benchDiff,
  build: benchBuild,
  dev: benchDev,
  editor: benchEditor,
  sizes: benchSizes,
  start: benchStart,
  visit: benchVisit,
  api: benchApi,
  prices: benchPrices,
  foreign: benchForeign,
  checkouts: benchCheckouts,
  webhooks: benchWebhooks,
  refunds: benchRefunds,
  kill: benchKill,
  messages: benchMessages,
  hostile: benchHostile,
  writes: benchWrites,
  cluster: benchCluster,
  documents: benchDocuments,
  photos: benchPhotos,
  shift: benchShift,
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES))
  if (wanted.length === 0 || wanted.includes(name)) {
    console.log(`\n${name}`);
    await bench();
  }
