import { benchCheck } from "./check.ts";
import { benchSizes } from "./sizes.ts";
import { benchVisit } from "./visit.ts";
import { benchWatch } from "./watch.ts";

/** `npm run bench`: figures to compare, never to pass or fail. `npm run bench -- visit` runs one of them. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  check: benchCheck,
  watch: benchWatch,
  sizes: benchSizes,
  visit: benchVisit,
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES))
  if (wanted.length === 0 || wanted.includes(name)) {
    console.log(`\n${name}`);
    await bench();
  }
