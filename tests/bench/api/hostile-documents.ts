import { missingPrograms } from "../ask-documents.ts";
import { besideOf, roundsWhileBusy } from "../documents.ts";
import { expectEqual } from "./load.ts";
import type { Store } from "./process.ts";

/** Of a plain nginx, on the same machine and at as many connections. */
const SHARE_MIN = 0.6;
const LATE_MAX = 2;

/** Documents, as they are served where many are asked for, while the server behind does everything else. */
export async function documentsMeanwhile(store: Store): Promise<void> {
  const missing = missingPrograms();
  if (missing.length > 0)
    return console.log(`  documents: left out, no ${missing.join(", no ")}`);
  const rounds = await roundsWhileBusy(store, () => undefined);
  const { ratio, late } = besideOf(rounds, "nginx", "in front");
  expectEqual(
    `documents by an nginx in front: ${ratio.toFixed(2)} of a plain one's, at least ${SHARE_MIN}`,
    Number(ratio >= SHARE_MIN),
    1,
  );
  expectEqual(
    `  the 99th percentile: ${late.toFixed(2)} times its, at most ${LATE_MAX}`,
    Number(late <= LATE_MAX),
    1,
  );
}
