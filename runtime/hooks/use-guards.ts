import { useStore } from "jotai";
import { useCallback, useLayoutEffect, useState } from "react";
import type { Step } from "../../generated/contract.ts";
import { afterDanger } from "../guards/after-danger.ts";
import { type GuardContext, type GuardResult, PASS } from "../guards/guard.ts";
import { isGuarded, runGuards } from "../guards/run-guards.ts";
import { testerAtom } from "../state/app.ts";
import { contactAtom } from "../state/contact.ts";
import { givenAnswersAtom, wasOfferedAtom } from "../state/journey.ts";
import { loadVisitorAtom } from "../state/load-visitor.ts";
import { visitAtom } from "../state/visit.ts";
import { visitorStored } from "../state/visitor.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useFunnel, useStep } from "./use-page.ts";

export type Entry = GuardResult | { readonly kind: "waiting" };

const WAITING: Entry = { kind: "waiting" };

/**
 * Whether the step on screen may be shown. A step without guards passes at once; any other waits until
 * hydrated and while a guard loads something. Guards run on entry, not on what happens on the page.
 */
export function useGuards(): Entry {
  const step = useStep();
  const hydrated = useHydrated();
  const tester = useAtomValue(testerAtom);
  const contextOf = useGuardContext();
  // A screen is that of one step.
  const [decided, setDecided] = useState<GuardResult | null>(null);
  useLayoutEffect(() => {
    if (!hydrated || tester || !isGuarded(step)) return;
    let entered = true;
    const show = (result: GuardResult) => {
      if (entered) setDecided(result);
    };
    const context = contextOf(step);
    const kept = afterDanger(context);
    const result = kept.kind === "redirect" ? kept : runGuards(context);
    if (result instanceof Promise) void result.then(show);
    else show(result);
    return () => {
      entered = false;
    };
  }, [hydrated, tester, step, contextOf]);
  if (!isGuarded(step) || (tester && hydrated)) return PASS;
  return decided ?? WAITING;
}

function useGuardContext(): (step: Step) => GuardContext {
  const funnel = useFunnel();
  const store = useStore();
  return useCallback(
    (step) => ({
      funnel,
      step,
      answers: store.get(givenAnswersAtom),
      contact: store.get(contactAtom),
      wasOffered: store.get(wasOfferedAtom),
      visitorMissing: store.get(visitorStored.state).visitor_id === null,
      returned: store.get(visitAtom)?.returned === true,
      loadVisitor: () => store.set(loadVisitorAtom),
      sleep: (ms) => store.get(visitAtom)?.sleep(ms) ?? Promise.resolve(),
    }),
    [funnel, store],
  );
}
