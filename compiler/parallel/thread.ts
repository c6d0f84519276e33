import { parentPort, workerData } from "node:worker_threads";
import type { BrandContext } from "../link-context.ts";
import {
  createLinker,
  lintShare,
  type Linted,
  type LintedPart,
  type Share,
} from "./share.ts";

// What another thread does of a check. It links the brands whose funnels it takes.
const share: Share = workerData;
const { root, prefix, assets, brands } = share;
const linker = createLinker(root, prefix, (brand) => assets.get(brand) ?? []);
const site = linker.site(share.site);
const owners = new Map<number, BrandContext>();
const owner = (position: number): BrandContext => {
  const files = brands[position];
  if (files === undefined) throw new RangeError(`no brand ${position}`);
  const known = owners.get(position) ?? linker.brand(files, site);
  owners.set(position, known);
  return known;
};
/** Results are sent on before they are many: nothing of their funnels stays in this thread. */
const BATCH = 16;

let linted: Linted[] = [];
for (const one of lintShare(share, linker, owner)) {
  linted.push(one);
  if (linted.length < BATCH) continue;
  send({ linted, isLast: false });
  linted = [];
}
send({ linted, isLast: true });

function send(part: LintedPart): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(part);
}
