import type { createStore } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import type { Brand, Funnel } from "../generated/contract.ts";
import { Measuring } from "./analytics/measuring.tsx";
import { logWarning } from "./core/log.ts";
import { hasVendors } from "./core/vendors.ts";
import { useAtomValue } from "./hooks/use-atom-value.ts";
import { Apart } from "./screen/apart.tsx";
import { testerAtom } from "./state/app.ts";
import { awaitedStored, consentStored } from "./state/consent.ts";
import { feelChoices } from "./ui/feel-choices.ts";
import { openConsentOutboxAtom } from "./state/consent-outbox.ts";

interface DeferredProps {
  readonly brand: Brand;
  readonly funnel: Funnel;
}

/** What stands beside the pages. */
export function deferred(
  brand: Brand,
  funnel: Funnel,
  store: ReturnType<typeof createStore>,
): ReactNode {
  store.set(consentStored.restore);
  store.set(awaitedStored.restore);
  store.set(openConsentOutboxAtom);
  feelChoices();
  return (
    <>
      <Apart>
        {hasVendors(brand) ? <Measuring brand={brand} funnel={funnel} /> : null}
      </Apart>
      <Apart>
        <Panel brand={brand} funnel={funnel} />
      </Apart>
    </>
  );
}

/** The tester's panel; nobody else loads it. */
function Panel({ brand, funnel }: DeferredProps) {
  const tester = useAtomValue(testerAtom);
  const [panel, setPanel] = useState<ReactNode>(null);
  useEffect(() => {
    if (!tester) return;
    import("./tester/panel.tsx").then(
      ({ TesterPanel }) =>
        setPanel(<TesterPanel brand={brand} funnel={funnel} />),
      (error: unknown) => logWarning("the tester's panel is missing", error),
    );
  }, [tester, brand, funnel]);
  return panel;
}
