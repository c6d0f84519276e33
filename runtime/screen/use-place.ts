import { useLayoutEffect, useMemo } from "react";
import type { Funnel, Step } from "../../generated/contract.ts";
import { href, redactPath } from "../../generated/address.ts";
import { isRecord } from "../core/read.ts";
import { placeKey } from "../core/storage-keys.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { usePage } from "../hooks/use-page.ts";
import { visitAtom } from "../state/visit.ts";

/** Where a tab is: which step was at which address, in which edition of the funnel. */
interface Place {
  readonly edition: string;
  readonly path: string;
  readonly step: string;
}

/**
 * Notes where the tab is; yields the step that a visitor has come back to where its address is another step's by now.
 * The addresses of sensitive steps are numbers alone: a step more before them, and a reload would show the one before.
 */
export function usePlace(): Step | null {
  const { funnel, mount, step } = usePage();
  const hydrated = useHydrated();
  const visit = useAtomValue(visitAtom);
  const tab = hydrated && visit !== null ? visit.tab : null;
  const key = placeKey(funnel);
  const { edition } = funnel;
  const path = href(mount, step.path);
  const meant = useMemo(() => {
    const before = readPlace(tab?.read(key));
    const isMoved =
      before !== null &&
      before.edition !== edition &&
      (before.path === path ||
        (isNeutral(before.path) &&
          (isNeutral(path) || step.id === funnel.entry)));
    const known = isMoved ? successorOf(funnel, before.step) : null;
    return known === step ? null : known;
  }, [tab, key, funnel, edition, path, step]);
  useLayoutEffect(() => {
    const here: Place = { edition, path, step: step.id };
    if (meant === null) tab?.write(key, here);
  }, [meant, tab, key, edition, path, step]);
  return meant;
}

function readPlace(value: unknown): Place | null {
  if (!isRecord(value)) return null;
  const { edition, path, step } = value;
  return typeof edition === "string" &&
    typeof path === "string" &&
    typeof step === "string"
    ? { edition, path, step }
    : null;
}

function isNeutral(path: string): boolean {
  return redactPath(path) !== path;
}

/** The step of this id, or what became of it; null when it is gone. */
function successorOf({ steps }: Funnel, id: string): Step | null {
  return (
    steps.find((one) => one.id === id) ??
    steps.find(({ was }) => was?.includes(id)) ??
    null
  );
}
