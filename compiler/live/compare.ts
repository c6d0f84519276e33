/** The folder `live` holds what browsers keep of an earlier build, and what no longer fits it. */
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { startOf } from "../diagnostics/span.ts";
import type { FunnelNode, Program } from "../link/program.ts";
import { brandOf, kindOf, SITE_FILE } from "../parse/file-name.ts";
import { data, items, text } from "../schema/read.ts";
import {
  type Answering,
  answering,
  goneAddresses,
  isKnown,
  successorOf,
} from "./addresses.ts";
import { answerFindings } from "./answers.ts";
import { brandFindings, goneHosts } from "./brands.ts";
import { forgetting } from "./fixes.ts";
import { newNeeds, noFallbacks } from "./needs.ts";
import { dangersGone } from "./options.ts";
import {
  liveFunnel,
  type LiveFunnel,
  type LiveShape,
  runningIn,
} from "./shape.ts";

/**
 * What a change does to visitors who came before it: the content as it is now, held against an earlier build. Of the files
 * of `unread` nobody knows what they say: that is said instead.
 *
 * @param unread names of files that have mistakes which keep them from being understood
 */
export function liveFindings(
  before: LiveShape,
  program: Program,
  unread: readonly string[] = [],
): Diagnostic[] {
  const { brands, funnels, site } = program;
  const nodes = new Map(funnels.map((node) => [node.key, node]));
  const owners = new Map(
    brands.map((node) => [node.brand.id, answering(node, program)]),
  );
  const ownerOf = (id: string): Answering | undefined =>
    owners.get(id) ??
    // Its hosts may be another one's now.
    [...owners.values()].find(({ node }) =>
      node.brand.hosts.some((host) => before.brands[id]?.hosts.includes(host)),
    );
  const skipped = new Set(unread.map(keyOf));
  const isSkipped = (key: string) =>
    skipped.has(key) || skipped.has(`${brandOf(key)}/brand`);
  return [
    ...(unread.some((name) => kindOf(name) === "brand")
      ? []
      : goneHosts(before, program)),
    ...Object.entries(before.brands).flatMap(([id, brand]) => {
      const owner = owners.get(id);
      if (owner === undefined) return [];
      const own = funnels.filter(({ funnel }) => funnel.brand === id);
      return brandFindings(brand, owner, forgottenIn(own));
    }),
    ...Object.entries(before.funnels).flatMap(([key, funnel]) => {
      const owner = ownerOf(brandOf(key));
      if (owner === undefined || isSkipped(key)) return [];
      const node = nodes.get(key);
      return node === undefined
        ? goneFunnel(key, funnel, owner, program)
        : funnelFindings(funnel, node, owner);
    }),
    ...funnels
      .filter(({ key }) => !isSkipped(key))
      .flatMap((node) => changedExperiments(node, before)),
    ...notCompared(unread, site.source.file.slice(0, -SITE_FILE.length)),
  ];
}

/**
 * Says of files that nothing could be said; of what needs another one of them to be understood, nothing more.
 *
 * @param prefix what precedes file names in findings
 */
export function notCompared(
  unread: readonly string[],
  prefix: string,
): Diagnostic[] {
  const isCovered = (name: string) =>
    unread.some(
      (other) =>
        (kindOf(other) === "site" && other !== name) ||
        (kindOf(other) === "brand" &&
          kindOf(name) === "funnel" &&
          brandOf(other) === brandOf(name)),
    );
  return unread
    .filter((name) => !isCovered(name))
    .map((name) => diagnose("live/not-compared", startOf(prefix + name), {}));
}

/** `calm/adhd` of `calm/adhd.yaml`. */
function keyOf(name: string): string {
  return name.replace(/\.yaml$/, "");
}

/** A funnel whose file is gone, or has another name. */
function goneFunnel(
  key: string,
  before: LiveFunnel,
  owner: Answering,
  { funnels }: Program,
): Diagnostic[] {
  const { home, source, brand } = owner.node;
  const heirs = funnels.filter(
    ({ funnel }) =>
      funnel.brand === brand.id &&
      funnel.mounts.some((mount) => before.mounts.includes(mount)),
  );
  const forgotten = forgottenIn(heirs);
  const gone = goneAddresses(before, {
    owner,
    at: () => startOf(source.file),
    forgotten,
    node: null,
    instead: () => home,
  });
  const [heir] = heirs;
  const mount = before.mounts.find((one) => isKnown(one, owner));
  const forget = `funnel/${key.slice(key.indexOf("/") + 1)}`;
  if (heir === undefined || mount === undefined || forgotten.has(forget))
    return gone;
  return [
    diagnose(
      "live/funnel-gone",
      startOf(heir.source.file),
      { key, became: heir.key, mount, forget },
      [],
      forgetting(heir, forget),
    ),
    ...gone,
  ];
}

function funnelFindings(
  before: LiveFunnel,
  node: FunnelNode,
  owner: Answering,
): Diagnostic[] {
  const now = liveFunnel(node);
  const forgotten = forgottenIn([node]);
  const compared = { before, now, node, forgotten };
  return [
    ...before.steps.flatMap((step) => answerFindings(step, compared)),
    ...before.steps.flatMap((step) => dangersGone(step, compared)),
    ...newNeeds(compared),
    ...noFallbacks(compared),
    ...goneAddresses(before, {
      owner,
      at: () => node.source.span(["mounts"], "key"),
      forgotten,
      node,
      instead: (step, mount) => successorOf(step, mount, compared),
    }),
  ];
}

/** What the content gives up on purpose. */
function forgottenIn(nodes: readonly FunnelNode[]): ReadonlySet<string> {
  const names = nodes.flatMap(({ source }) => items(data(source.data).forget));
  return new Set(names.map((name) => text(name)));
}

/** A name is of one experiment in the whole brand: one that another funnel has run means that one here as well. */
function changedExperiments(
  node: FunnelNode,
  { funnels }: LiveShape,
): Diagnostic[] {
  const own = funnels[node.key];
  const ofBrand = Object.entries(funnels)
    .filter(([key]) => brandOf(key) === node.funnel.brand)
    .map(([, funnel]) => funnel);
  return Object.entries(runningIn(node)).flatMap(([experiment, digest]) => {
    const here = own?.experiments[experiment];
    const earlier =
      here === undefined
        ? ofBrand.flatMap((funnel) => funnel.experiments[experiment] ?? [])
        : [here];
    if (earlier.length === 0 || earlier.includes(digest)) return [];
    const at = node.source.span(["experiments", experiment], "key");
    return [diagnose("live/experiment-reused", at, { experiment })];
  });
}
