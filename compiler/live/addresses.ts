import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { BrandNode, Program } from "../link/program.ts";
import { href, nameBehindNumber, toldPath } from "../shared/address.ts";
import type { LiveFunnel } from "./shape.ts";

/** Every address that a brand answers; one with a number also without it, because its name alone leads there. */
export function addressesOf(
  { brand, pages }: BrandNode,
  { funnels }: Program,
): ReadonlySet<string> {
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
  const answered = [...brand.redirects.map(({ from }) => from), ...below];
  return new Set(answered.flatMap((path) => [path, withoutNumber(path)]));
}

/** The addresses of an earlier funnel that nothing answers any more; below a mount that is gone, that mount alone. */
export function goneAddresses(
  before: LiveFunnel,
  known: ReadonlySet<string>,
  at: () => Span,
  forgotten: ReadonlySet<string> = new Set(),
): Diagnostic[] {
  const isGone = (address: string) =>
    !known.has(withoutNumber(address)) && !forgotten.has(address);
  const mounts = before.mounts.filter(isGone);
  const paths = before.steps
    .map(({ path }) => href(before.mounts[0] ?? "", path))
    // Who opens the address of a sensitive step comes to the beginning; it is told to nobody, so that no link leads there.
    .filter((path) => isGone(path) && toldPath(path) === path)
    .filter((path) => !mounts.some((mount) => path.startsWith(`${mount}/`)));
  return [...mounts, ...paths].map((address) =>
    diagnose("live/address-gone", at(), { address, forget: address }),
  );
}

/** What stands for any number. */
const ANY = "#-";

function withoutNumber(path: string): string {
  const name = nameBehindNumber(path);
  return name === null
    ? path
    : path.slice(0, path.lastIndexOf("/") + 1) + ANY + name;
}
