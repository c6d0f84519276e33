/** The folder `diff` holds the comparison of two programs: what changes for visitors, in words. */
import { liveFindings } from "../live/compare.ts";
import { liveShape } from "../live/shape.ts";
import type { FunnelNode, Program } from "../link/program.ts";
import { brandOf } from "../parse/file-name.ts";
import type { Language } from "../schema/language.ts";
import { brandChanges, redirectsOf } from "./brand.ts";
import {
  AREAS,
  type Area,
  type Change,
  type Differences,
  ofWhole,
  told,
} from "./change.ts";
import { funnelChanges } from "./funnel.ts";
import { type Paired, pairItems } from "./pairs.ts";
import { siteChanges } from "./site.ts";
import { addressOf } from "./steps.ts";

/**
 * Everything that changes for visitors from one program to another, by area, and the pages that are to be looked at; nothing
 * else.
 *
 * @param language whose schemas say what people call the keys of the content
 */
export function programDifferences(
  before: Program,
  after: Program,
  language: Language,
): Differences {
  const changes = programChanges(before, after, language);
  return { changes, pages: changedPages(changes, after) };
}

function programChanges(
  before: Program,
  after: Program,
  language: Language,
): Change[] {
  const byId = ({ brands: list }: Program) =>
    new Map(list.map((node) => [node.brand.id, node]));
  const [brandsBefore, brands] = [byId(before), byId(after)];
  const { both, gone, fresh } = pairFunnels(before.funnels, after.funnels);
  const changes = [
    ...siteChanges(before.site, after.site, language),
    ...[...new Set([...brandsBefore.keys(), ...brands.keys()])].flatMap(
      (id) => {
        const [one, other] = [brandsBefore.get(id), brands.get(id)];
        // What was not linked anew is the same object: nothing of it differs.
        return one === other ? [] : brandChanges(id, one, other, language);
      },
    ),
    ...both.flatMap((pair) => {
      const [one, other] = [pair.before, pair.after];
      if (one === other) return [];
      const owner = brands.get(brandOf(other.key));
      const redirects = owner === undefined ? NONE : redirectsOf(owner);
      const reading = { before: one, after: other, language, redirects };
      return [
        ...ofWhole(
          other.key,
          told("asked", "file of the funnel renamed", one.key, other.key),
        ),
        ...funnelChanges(other.key, reading),
      ];
    }),
    ...gone.flatMap((node) =>
      ofWhole(node.key, told("addresses", "funnel removed", said(node), null)),
    ),
    ...fresh.flatMap((node) =>
      ofWhole(node.key, told("addresses", "new funnel", null, said(node))),
    ),
    ...liveFindings(liveShape(before), after)
      // Both are compared by themselves.
      .filter(
        ({ code }) =>
          code !== "live/experiment-reused" && code !== "live/danger-gone",
      )
      .map(({ message, hint = null, at }): Change => ({
        area: "live",
        of: ownerOf(at.file, after),
        step: null,
        what: message,
        before: null,
        after: hint,
        way: null,
      })),
  ];
  const order = Object.keys(AREAS);
  return changes.toSorted(
    (a, b) => order.indexOf(a.area) - order.indexOf(b.area),
  );
}

/** A brand, a funnel or the site, by its file. */
function ownerOf(file: string, { site, brands, funnels }: Program): string {
  if (file === site.source.file) return "site";
  const brand = brands.find(({ source }) => source.file === file);
  const funnel = funnels.find(({ source }) => source.file === file);
  return brand?.brand.id ?? funnel?.key ?? file;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** By their files; one whose file is called otherwise has the same addresses. */
function pairFunnels(
  before: readonly FunnelNode[],
  after: readonly FunnelNode[],
): Paired<FunnelNode> {
  const addresses = ({ key, funnel }: FunnelNode) =>
    funnel.mounts.map((mount) => `${brandOf(key)}${mount}`);
  return pairItems(before, after, {
    names: (node) => [node.key, ...addresses(node)],
    namesNow: (node) => [node.key, ...addresses(node)],
    kind: ({ key }) => key,
    content: ({ key }) => key,
    words: () => "",
  });
}

function said({ funnel }: FunnelNode): string {
  return `${funnel.mounts.join(", ")}, ${funnel.steps.length} steps`;
}

/** What is seen on a page. */
const SEEN: ReadonlySet<Area> = new Set([
  "money",
  "experiments",
  "asked",
  "texts",
  "looks",
]);

/** By brand or funnel: the addresses of the steps of which something is told that can be seen, in the order of the file. */
function changedPages(
  changes: readonly Change[],
  { brands, funnels }: Program,
): Differences["pages"] {
  const seen = new Set(
    changes
      .filter(({ area, what }) => SEEN.has(area) || what === "new step")
      .map(({ of, step }) => `${of} ${step}`),
  );
  const nodes = [
    ...brands.map(({ brand, pages }) => [brand.id, pages] as const),
    ...funnels.map((node) => [node.key, node] as const),
  ];
  return Object.fromEntries(
    nodes.flatMap(([of, node]) => {
      const addresses = node.funnel.steps
        .filter(({ id }) => seen.has(`${of} ${id}`))
        .map((step) => addressOf(step, node));
      return addresses.length === 0 ? [] : [[of, addresses] as const];
    }),
  );
}
