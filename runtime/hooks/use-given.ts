import { atom } from "jotai";
import { useCallback } from "react";
import type { ValueName } from "../../generated/contract.ts";
import { lacking, type Told } from "../core/basis.ts";
import { testerAtom } from "../state/app.ts";
import { contactAtom } from "../state/contact.ts";
import { answersAtom, wasOfferedAtom } from "../state/journey.ts";
import { visitAtom } from "../state/visit.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useHydrated } from "./use-hydrated.ts";
import { usePage } from "./use-page.ts";

/** What the step on screen is made of, against what the visitor has given. */
export interface GivenHandle {
  /** False as long as the page is the prerendered one and it is not known what was given. */
  readonly decided: boolean;
  /** What the page as a whole lacks; empty where it can be shown. */
  readonly missing: readonly ValueName[];
  /** Whether a section that is made of these values can be shown. */
  has(names: readonly ValueName[] | undefined): boolean;
}

const NOTHING: readonly ValueName[] = [];

/**
 * Whether what the step shows was given. Testers see every page; whoever comes back from paying has given all of it,
 * even where storage is blocked. Whoever came to an offer of an earlier edition sees the page, without what is missing
 * now.
 */
export function useGiven(): GivenHandle {
  const { funnel, step } = usePage();
  const { basis } = step;
  const hydrated = useHydrated();
  const told = useTold(basis !== null);
  const tester = useAtomValue(testerAtom);
  const returned = useAtomValue(visitAtom)?.returned === true;
  const all = basis === null || (hydrated && (tester || returned));
  const has = useCallback(
    (names: readonly ValueName[] = []) =>
      all || lacking(funnel, basis, names, told).length === 0,
    [all, funnel, basis, told],
  );
  const stays = useAtomValue(wasOfferedAtom) && step.late === true;
  return {
    decided: basis === null || hydrated,
    missing: all || stays ? NOTHING : lacking(funnel, basis, basis.page, told),
    has,
  };
}

/** What the visitor has told, here and before; nothing where it does not matter, so that no answer renders anew. */
export function useTold(matters = true): Told {
  return useAtomValue(matters ? toldAtom : nothingToldAtom);
}

const toldAtom = atom<Told>((get) => ({
  answers: get(answersAtom),
  contact: get(contactAtom),
}));
const nothingToldAtom = atom<Told>({ answers: {}, contact: {} });
