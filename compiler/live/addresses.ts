import {
  diagnose,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { BrandNode, FunnelNode, Program } from "../link/program.ts";
import { href, nameBehindNumber, isNeutral } from "../shared/address.ts";
import { nameOf } from "../rules/step-span.ts";
import { keySet } from "./fixes.ts";
import { type Compared, positionNow } from "./match.ts";
import type { LiveFunnel, LiveStep } from "./shape.ts";

/** A brand now, and every address that it answers. */
export interface Answering {
  readonly node: BrandNode;
  readonly known: ReadonlySet<string>;
}

/** What a brand answers; an address with a number also without it, because its name alone leads there. */
export function answering(node: BrandNode, { funnels }: Program): Answering {
  const { brand, pages } = node;
  const own = funnels.filter(({ funnel }) => funnel.brand === brand.id);
  const below = [pages, ...own].flatMap(({ funnel }) =>
    funnel.mounts.flatMap((mount) => [
      mount,
      // It may have had a number when it was not the first.
      ...(funnel.entry === null ? [] : [href(mount, ANY + funnel.entry)]),
      ...funnel.steps.flatMap(({ was = [] }) =>
        was.map((id) => href(mount, ANY + id)),
      ),
      ...funnel.steps.map(({ path }) => href(mount, path)),
    ]),
  );
  const answered = [...node.redirects.map(({ from }) => from), ...below];
  const known = answered.flatMap((path) => [path, withoutNumber(path)]);
  return { node, known: new Set(known) };
}

/** Whether an address of before is answered still. */
export function isKnown(address: string, { known }: Answering): boolean {
  return known.has(withoutNumber(address));
}

/** How the addresses of a funnel are looked at. */
interface Looked {
  readonly owner: Answering;
  /** What is said of them is said there. */
  readonly at: () => Span;
  readonly forgotten: ReadonlySet<string>;
  /** The funnel as it is now; null where its file is gone. */
  readonly node: FunnelNode | null;
  /** Where visitors of a step go instead who came by one of the earlier mounts; null where nobody knows. */
  readonly instead: (step: LiveStep, mount: string) => string | null;
}

/**
 * The addresses of an earlier funnel that nothing answers any more; below a mount that is gone, that mount alone. A step is
 * told once, whatever mounts it has.
 */
export function goneAddresses(
  before: LiveFunnel,
  looked: Looked,
): Diagnostic[] {
  const { owner, at, forgotten, node, instead } = looked;
  const gone = before.mounts.filter((mount) => !isKnown(mount, owner));
  const mounts = gone.filter((mount) => !forgotten.has(mount));
  const left = before.mounts.filter((mount) => !gone.includes(mount));
  const steps = before.steps
    .filter((step) => !isGoneQuestion(step, node))
    .map((step) =>
      addressesOf(step, left)
        .filter(({ from }) => !isKnown(from, owner))
        .filter(({ mount }) => !leadsToFirst(step, before, node, mount))
        .map(({ from, mount }) => ({ from, to: instead(step, mount) })),
    )
    // Whoever gives up one of its addresses gives up the step.
    .filter((moved) => moved.every(({ from }) => !forgotten.has(from)));
  const say = (address: string, isMount: boolean, fix: Fix | undefined) =>
    diagnose(
      "live/address-gone",
      at(),
      { address, isMount, was: null, forget: node === null ? null : address },
      [],
      fix,
    );
  return [
    ...mounts.map((mount) =>
      say(
        mount,
        node !== null,
        node === null
          ? redirects(
              belowMount(mount, before).map((from) => ({
                from,
                to: owner.node.home,
              })),
              owner,
            )
          : mirror(mount, node),
      ),
    ),
    ...steps.flatMap((moved) =>
      moved
        .slice(0, 1)
        .map(({ from }) => say(from, false, redirects(moved, owner))),
    ),
    ...(node === null ? [] : goneNames(before, left, node, looked)),
  ];
}

/** The names that pages which ask nothing had before, where they say so no longer; of questions it is said with their answers. */
function goneNames(
  { steps }: LiveFunnel,
  mounts: readonly string[],
  node: FunnelNode,
  { owner, forgotten }: Looked,
): Diagnostic[] {
  return steps.flatMap(({ id, was: names = [], answer }, place) => {
    const i = positionNow(id, node);
    const origin = node.origins[i];
    if (origin === undefined || answer !== null) return [];
    // Any number led there.
    const addressOf = (name: string, mount: string) =>
      href(mount, `${place + 1}-${name}`);
    const gone = names.filter((name) => {
      const addresses = mounts.map((mount) => addressOf(name, mount));
      return (
        positionNow(name, node) === -1 &&
        addresses.some((address) => !isKnown(address, owner)) &&
        !addresses.some((address) => forgotten.has(address))
      );
    });
    const [first] = gone;
    const [mount] = mounts;
    if (first === undefined || mount === undefined) return [];
    const address = addressOf(first, mount);
    const { was = [] } = node.funnel.steps[i] ?? {};
    return [
      diagnose(
        "live/address-gone",
        nameOf(node, i),
        { address, isMount: false, was: gone, forget: address },
        [],
        keySet(node, origin, "was", [...was, ...gone]),
      ),
    ];
  });
}

/** The addresses of a step below some mounts; an absolute one is below none. */
function addressesOf({ path }: LiveStep, mounts: readonly string[]) {
  const isAbsolute = path.startsWith("/");
  return (
    (isAbsolute ? [""] : mounts)
      .map((mount) => ({ mount, from: href(mount, path) }))
      // Whoever opens the address of a sensitive step comes to the beginning; it is told to nobody, so that no link
      // leads there.
      .filter(({ from }) => !isNeutral(from))
  );
}

/** What is said of a question that is gone covers its address. */
function isGoneQuestion(
  { id, answer }: LiveStep,
  node: FunnelNode | null,
): boolean {
  return answer !== null && node !== null && positionNow(id, node) === -1;
}

/** Whether the address is that of the first step of before: where nothing has its name, the runtime shows the first one. */
function leadsToFirst(
  { path }: LiveStep,
  { steps }: LiveFunnel,
  node: FunnelNode | null,
  mount: string,
): boolean {
  const isFirst = !path.startsWith("/") && steps[0]?.path === path;
  return isFirst && node?.funnel.mounts.some((one) => one === mount) === true;
}

/**
 * The address of a step where it is now; of one that is gone, that of the new step in its place, or else of the first step
 * behind it which is there still; else that of the funnel.
 *
 * @param from the mount by which its visitors came
 */
export function successorOf(
  step: LiveStep,
  from: string,
  { before, node }: Compared,
): string | null {
  const { steps, mounts } = node.funnel;
  // It may be another funnel's now.
  const mount = mounts.find((one) => one === from) ?? mounts[0];
  if (mount === undefined) return null;
  const place = before.steps.findIndex(({ id }) => id === step.id);
  const now = ({ id }: LiveStep) => positionNow(id, node);
  const next = [
    now(step),
    inPlaceOf(place, before.steps, now, steps.length),
    ...before.steps.slice(place + 1).map(now),
  ]
    .flatMap((i) => steps[i] ?? [])
    // The address of a step that is sensitive as a whole is told to nobody.
    .find(({ sensitive }) => sensitive === "no" || sensitive === "part");
  return next === undefined ? mount : href(mount, next.path);
}

/**
 * The position of the one that stands now between the neighbours of one of before, if it is new; else -1. The first and
 * the last have the end of the list for a neighbour.
 *
 * @param now position of one of before; -1 where it is gone
 * @param count how many there are now
 */
export function inPlaceOf<T>(
  place: number,
  before: readonly T[],
  now: (one: T) => number,
  count: number,
): number {
  const [previous, next] = [before[place - 1], before[place + 1]];
  const from = previous === undefined ? -1 : now(previous);
  const to = next === undefined ? count : now(next);
  const isThere = previous === undefined || from !== -1;
  const isNew = before.every((one) => now(one) !== from + 1);
  return isThere && to === from + 2 && isNew ? from + 1 : -1;
}

/** The old address goes on beside the new one. */
function mirror(mount: string, { source: { file } }: FunnelNode): Fix {
  return {
    kind: "suggested",
    changes: [
      { kind: "add-items", file, path: [], key: "mounts", items: [mount] },
    ],
  };
}

/** Addresses lead to others of the brand; undefined where one of those is not there. */
export function redirects(
  items: readonly { readonly from: string; readonly to: string | null }[],
  owner: Answering,
): Fix | undefined {
  const { file } = owner.node.source;
  const known = items.flatMap(({ from, to }) =>
    to !== null && isKnown(to, owner) ? [{ from, to }] : [],
  );
  if (known.length < items.length) return undefined;
  return {
    kind: "suggested",
    changes: [
      { kind: "add-items", file, path: [], key: "redirects", items: known },
    ],
  };
}

function belowMount(mount: string, { steps }: LiveFunnel): string[] {
  const paths = steps
    .map(({ path }) => href(mount, path))
    .filter((path) => !isNeutral(path));
  return [...new Set([mount, ...paths])];
}

/** What stands for any number. */
const ANY = "#-";

function withoutNumber(path: string): string {
  const name = nameBehindNumber(path);
  return name === null
    ? path
    : path.slice(0, path.lastIndexOf("/") + 1) + ANY + name;
}
