import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { useEffect, useMemo } from "react";
import type { Brand, Funnel } from "../../generated/contract.ts";
import {
  allowedPurposes,
  type Consent,
  isAskedFirst,
  type Purpose,
  PURPOSES,
} from "../core/consent.ts";
import { isHidden } from "../../generated/privacy.ts";
import { CONSENT_KEY } from "../core/storage-keys.ts";
import { consentOpenAtom } from "../state/app.ts";
import {
  chooseAtom,
  consentStored,
  countryAtom,
  mayAskAtom,
  wentOnAtom,
} from "../state/consent.ts";
import { readersHereAtom, sensitiveAtom } from "../state/discretion.ts";
import { visitAtom } from "../state/visit.ts";
import { Choices } from "./choices.tsx";
import { Notice } from "./notice.tsx";
import { vendors } from "./registry.ts";
import { useVendors } from "./use-vendors.ts";

interface MeasuringProps {
  readonly brand: Brand;
  readonly funnel: Funnel;
}

/** The third parties of a funnel and what the visitor says to them. */
export function Measuring({ brand, funnel }: MeasuringProps) {
  const consent = useConsent();
  const country = useAtomValue(countryAtom);
  const [opened, open] = useAtom(consentOpenAtom);
  const refused = isRefused();
  const rule = brand.consent;
  const allowed = useMemo(
    () => allowedPurposes(consent, { rule, country, refused }),
    [consent, rule, country, refused],
  );
  useVendors(brand, funnel, allowed);
  const decide = useDecision(allowed);
  const asked = isAskedFirst({ rule, country });
  const used = purposesOf(brand, funnel);
  const asks = useAsking(
    used.length > 0 &&
      consent === null &&
      !refused &&
      (asked || rule === "notice"),
  );
  if (opened)
    return (
      <Choices
        brand={brand}
        used={used}
        allowed={allowed}
        chosenAt={consent?.at ?? null}
        onChoose={decide}
      />
    );
  if (!asks) return null;
  return (
    <Notice
      asked={asked}
      onChoose={(yes) => decide(yes ? PURPOSES : [])}
      onOpen={() => open(true)}
    />
  );
}

/** Once: whoever goes on without an answer is not asked again in this session. */
function useAsking(wanted: boolean): boolean {
  const mayAsk = useAtomValue(mayAskAtom);
  // Somebody who is told whom to call tonight has other cares.
  const isHiddenPage = isHidden(useAtomValue(sensitiveAtom));
  const wentOn = useSetAtom(wentOnAtom);
  useEffect(() => {
    if (wanted && !mayAsk) wentOn();
  }, [wanted, mayAsk, wentOn]);
  return wanted && mayAsk && !isHiddenPage;
}

/** Keeps a choice. A script that looks at the page by itself ends with its document only. */
function useDecision(
  allowed: readonly Purpose[],
): (purposes: readonly Purpose[]) => void {
  const store = useStore();
  const choose = useSetAtom(chooseAtom);
  const open = useSetAtom(consentOpenAtom);
  return (purposes) => {
    choose(purposes);
    open(false);
    const ended = Object.values(vendors).some(
      ({ readsPage, purpose }) =>
        readsPage && allowed.includes(purpose) && !purposes.includes(purpose),
    );
    const { location } = store.get(visitAtom) ?? {};
    if (ended && store.get(readersHereAtom)) location?.replace(location.href);
  };
}

function purposesOf(brand: Brand, funnel: Funnel): readonly Purpose[] {
  const used = Object.values(vendors)
    .filter(({ wanted }) => wanted(brand, funnel))
    .map(({ purpose }) => purpose);
  return PURPOSES.filter((purpose) => used.includes(purpose));
}

/** What is stored, here or by another tab. */
function useConsent(): Consent | null {
  const restore = useSetAtom(consentStored.restore);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === CONSENT_KEY) restore();
    };
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [restore]);
  return useAtomValue(consentStored.state);
}

/** The browser's own signals that its owner does not want to be measured: Global Privacy Control, Do Not Track. */
function isRefused(): boolean {
  return (
    Reflect.get(navigator, "globalPrivacyControl") === true ||
    navigator.doNotTrack === "1"
  );
}
