import { diagnose } from "../catalogue.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Address, Outline } from "../outline.ts";
import type { ProgramRule } from "./registry.ts";

interface Owner {
  readonly outline: Outline;
  readonly address: Address;
}

/** An address may be used once on the hosts of a brand; a mount is an address of its own. */
export const duplicatePath: ProgramRule = ({ outlines, sourceOf }) => {
  const first = new Map<string, Map<string, Owner>>();
  const spanOf = ({ outline, address }: Owner) =>
    sourceOf(outline.file).span(address.at, "value");
  return outlines.flatMap((outline) => {
    const taken = first.get(outline.brand) ?? new Map<string, Owner>();
    first.set(outline.brand, taken);
    return outline.addresses.flatMap((address): Diagnostic[] => {
      const owner = { outline, address };
      const earlier = taken.get(address.path);
      if (earlier === undefined) taken.set(address.path, owner);
      // A duplicate id is reported by its own rule; it would always collide here too.
      if (earlier === undefined || isSameStep(earlier, owner)) return [];
      const note = { message: "first used here", at: spanOf(earlier) };
      const names = { path: address.path, brand: outline.brand };
      return [diagnose("path/duplicate", spanOf(owner), names, [note])];
    });
  });
};

function isSameStep(one: Owner, other: Owner): boolean {
  return (
    one.outline === other.outline &&
    one.address.step !== null &&
    one.address.step === other.address.step
  );
}
