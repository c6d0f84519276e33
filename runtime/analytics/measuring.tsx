import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import type { Brand, Funnel } from "../../generated/contract.ts";
import { type Choice, mayMeasure } from "../core/consent.ts";
import { consentOpenAtom } from "../state/app.ts";
import { consentStored } from "../state/consent.ts";
import { Notice } from "./notice.tsx";
import { vendors } from "./registry.ts";
import { useVendors } from "./use-vendors.ts";
import { CONSENT_KEY } from "../core/storage-keys.ts";

interface MeasuringProps {
  readonly brand: Brand;
  readonly funnel: Funnel;
}

/** The third parties of a funnel and what the visitor says to them. */
export function Measuring({ brand, funnel }: MeasuringProps) {
  const choice = useChoice();
  const [opened, open] = useAtom(consentOpenAtom);
  const choose = useSetAtom(consentStored.state);
  const allowed = mayMeasure(brand.consent, choice, isRefused());
  useVendors(brand, funnel, allowed);
  const used = Object.values(vendors).some((one) => one.wanted(brand, funnel));
  const asks = used && brand.consent !== "none" && choice === null;
  if (!asks && !opened) return null;
  const decide = (next: Choice) => {
    choose(() => next);
    open(false);
  };
  return <Notice brand={brand} choice={choice} onChoose={decide} />;
}

/** What is stored, here or by another tab. */
function useChoice(): Choice | null {
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

/** The browser's own signal that its owner does not want to be measured. */
function isRefused(): boolean {
  return Reflect.get(navigator, "globalPrivacyControl") === true;
}
