import { useSetAtom, useStore } from "jotai";
import { useEffect, useMemo, useState } from "react";
import type { Brand, Funnel } from "../../generated/contract.ts";
import {
  allowedPurposes,
  isAskedFirst,
  type Purpose,
  PURPOSES,
  readConsent,
  unaskedOf,
} from "../core/consent.ts";
import { isHidden } from "../../generated/privacy.ts";
import { isMeasuringRefused } from "../core/refused.ts";
import { CONSENT_KEY } from "../core/storage-keys.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { appLoadingAtom, consentOpenAtom } from "../state/app.ts";
import {
  awaitAnswerAtom,
  awaitedStored,
  chooseAtom,
  consentStored,
  countryAtom,
  mayAskAtom,
  putOffAskingAtom,
  wentOnAtom,
} from "../state/consent.ts";
import {
  readersHereAtom,
  sensitiveAtom,
  silencedAtom,
} from "../state/discretion.ts";
import { pagesSeenAtom } from "../state/events.ts";
import { visitAtom } from "../state/visit.ts";
import { Choices } from "./choices.tsx";
import { Notice } from "./notice.tsx";
import { vendors } from "./registry.ts";
import { useVendors } from "./use-vendors.ts";
import type { Vendor } from "./vendor.ts";

interface MeasuringProps {
  readonly brand: Brand;
  readonly funnel: Funnel;
}

/** The third parties of a funnel and what the visitor says to them. */
export function Measuring({ brand, funnel }: MeasuringProps) {
  const consent = useAtomValue(consentStored.state);
  const country = useAtomValue(countryAtom);
  const awaited = useAtomValue(awaitedStored.state);
  const opened = useAtomValue(consentOpenAtom);
  const open = useSetAtom(consentOpenAtom);
  const refused = isMeasuringRefused();
  const place = { rule: brand.consent, country, awaited };
  const used = purposesOf(brand, funnel);
  const allowed = useSame(
    allowedPurposes(consent, { ...place, refused }).filter((purpose) =>
      used.includes(purpose),
    ),
  );
  const [isLeft, leave] = useState(false);
  const isEarly = useTooEarly(
    brand,
    consent !== null || awaited || country !== null,
  );
  useVendors(brand, funnel, allowed, isLeft || isEarly);
  const change = useChange(allowed, () => leave(true));
  const decide = useDecision(change, used);
  useChoiceElsewhere(allowed, change);
  // Whoever has chosen before is asked for what is new first.
  const asked = consent !== null || isAskedFirst(place);
  const unasked = unaskedOf(consent);
  const asks = useAsking(
    used.some((purpose) => unasked.includes(purpose)) &&
      !refused &&
      !isEarly &&
      (asked || brand.consent === "notice"),
    asked && consent === null,
  );
  // Granted in another funnel, and not shown here.
  const kept = (consent?.purposes ?? []).filter(
    (purpose) => !used.includes(purpose),
  );
  if (opened)
    return (
      <Choices
        brand={brand}
        used={used}
        allowed={[...allowed, ...kept]}
        chosenAt={consent?.at ?? null}
        onChoose={decide}
        onClose={() => open(false)}
      />
    );
  if (!asks) return null;
  return (
    <Notice
      asked={asked}
      onChoose={(yes) => decide(yes ? [...used, ...kept] : [])}
      onOpen={() => open(true)}
    />
  );
}

/** Whether it depends on a place that is still being looked up if the visitor is asked first, and nothing else `isKnown`. */
function useTooEarly({ consent, geo }: Brand, isKnown: boolean): boolean {
  const loading = useAtomValue(appLoadingAtom);
  const seen = useAtomValue(pagesSeenAtom);
  const putOff = useSetAtom(putOffAskingAtom);
  const isEarly =
    loading && geo === "start" && consent !== "required" && !isKnown;
  useEffect(() => {
    if (isEarly) putOff(seen);
  }, [isEarly, seen, putOff]);
  return isEarly;
}

/**
 * Once: whoever goes on without an answer is not asked again in this session. `first` is whether an answer is waited for
 * before anybody may measure.
 */
function useAsking(wanted: boolean, first: boolean): boolean {
  const mayAsk = useAtomValue(mayAskAtom);
  // Somebody who is told whom to call tonight has other cares, and nobody is told anything of their visit.
  const isHiddenPage = isHidden(useAtomValue(sensitiveAtom));
  const silenced = useAtomValue(silencedAtom);
  const wentOn = useSetAtom(wentOnAtom);
  const awaitAnswer = useSetAtom(awaitAnswerAtom);
  useEffect(() => {
    if (wanted && first) awaitAnswer();
    if (wanted && !mayAsk) wentOn();
  }, [wanted, first, mayAsk, wentOn, awaitAnswer]);
  return wanted && mayAsk && !isHiddenPage && !silenced;
}

/** The same list as long as the same purposes are in it: vendors end and begin anew with another one. */
function useSame(purposes: readonly Purpose[]): readonly Purpose[] {
  const names = purposes.join();
  return useMemo(
    () => PURPOSES.filter((purpose) => names.split(",").includes(purpose)),
    [names],
  );
}

type Change = (purposes: readonly Purpose[], keep: () => void) => void;

/** From one choice to another. A script that looks at the page by itself ends with its document only, in which nobody begins then. */
function useChange(allowed: readonly Purpose[], leave: () => void): Change {
  const store = useStore();
  return (purposes, keep) => {
    const ended = Object.values(vendors).some(
      ({ readsPage, purpose }) =>
        readsPage && allowed.includes(purpose) && !purposes.includes(purpose),
    );
    const isLeft = ended && store.get(readersHereAtom);
    if (isLeft) leave();
    keep();
    const { location } = store.get(visitAtom) ?? {};
    // To an address with a part of the page, the browser would scroll and keep the document.
    if (isLeft) location?.replace(location.href.replace(/#.*$/, ""));
  };
}

/** Keeps a choice, made by somebody who saw what is `used` here. */
function useDecision(
  change: Change,
  used: readonly Purpose[],
): (purposes: readonly Purpose[]) => void {
  const choose = useSetAtom(chooseAtom);
  const open = useSetAtom(consentOpenAtom);
  return (purposes) =>
    change(purposes, () => {
      choose(purposes, used);
      open(false);
    });
}

/** Takes over what is chosen in another tab, or on a later page that Back led from: the browser's cache tells of nothing. */
function useChoiceElsewhere(allowed: readonly Purpose[], change: Change): void {
  const store = useStore();
  useEffect(() => {
    const take = () => {
      const kept = store.get(visitAtom)?.storage.read(CONSENT_KEY);
      change(readConsent(kept)?.purposes ?? allowed, () =>
        store.set(consentStored.follow),
      );
    };
    const follow = ({ key }: StorageEvent) => {
      if (key === CONSENT_KEY || key === null) take();
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) take();
    };
    addEventListener("storage", follow);
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("storage", follow);
      removeEventListener("pageshow", onShow);
    };
  }, [allowed, change, store]);
}

function purposesOf(brand: Brand, funnel: Funnel): readonly Purpose[] {
  const used = Object.values<Vendor>(vendors)
    .filter(({ wanted }) => wanted(brand, funnel))
    .flatMap(({ purpose, also }) => [purpose, also]);
  return PURPOSES.filter((purpose) => used.includes(purpose));
}
