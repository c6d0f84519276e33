import { isRecord, readText } from "./read.ts";

export type Variant = "A" | "B";

interface Side {
  readonly value: Variant;
  /** Somebody has chosen it, by the address or as a tester: it says nothing of visitors. */
  readonly forced?: true;
}

/** The persisted experiment store (spec 3). */
export interface Experiments {
  readonly variants: Readonly<Record<string, Side>>;
  readonly lastUsedExperiment: {
    readonly name: string;
    readonly value: string;
  };
}

export const NO_EXPERIMENTS: Experiments = {
  variants: {},
  lastUsedExperiment: { name: "", value: "" },
};

/** The forced variant, else the stored one, else one of two by chance; `random` in [0, 1). */
export function chooseVariant(
  forced: "a" | "b" | null,
  stored: Variant | null,
  random: () => number,
): Variant {
  if (forced !== null) return forced === "a" ? "A" : "B";
  return stored ?? (random() < 0.5 ? "A" : "B");
}

/** The stored variant of an experiment, null when none was chosen yet. */
export function variantOf(
  experiments: Experiments,
  name: string,
): Variant | null {
  const { variants } = experiments;
  return Object.hasOwn(variants, name) ? (variants[name]?.value ?? null) : null;
}

/** The variant of an experiment that the script of the document's head has picked; null where it has picked none. */
export function variantShown(
  { experiment, side }: DOMStringMap,
  name: string,
): Variant | null {
  if (experiment !== name) return null;
  return side === "A" || side === "B" ? side : null;
}

/** Whether the variant of an experiment was not left to chance. */
export function isForced({ variants }: Experiments, name: string): boolean {
  return Object.hasOwn(variants, name) && variants[name]?.forced === true;
}

/** Setting a variant also makes it the last used one (spec 4). One that was forced once stays so. */
export function withVariant(
  experiments: Experiments,
  name: string,
  value: Variant,
  forced = false,
): Experiments {
  const side: Side =
    forced || isForced(experiments, name) ? { value, forced: true } : { value };
  return {
    variants: { ...experiments.variants, [name]: side },
    lastUsedExperiment: { name, value },
  };
}

/** Reads the stored experiments; a variant that is neither A nor B is left out. */
export function readExperiments(value: unknown): Experiments | null {
  if (!isRecord(value) || !isRecord(value["variants"])) return null;
  const variants = Object.entries(value["variants"]).flatMap(
    ([name, variant]) => {
      const value = isRecord(variant) ? variant["value"] : null;
      if (!isRecord(variant) || (value !== "A" && value !== "B")) return [];
      const side: Side =
        variant["forced"] === true ? { value, forced: true } : { value };
      return [[name, side] as const];
    },
  );
  return {
    variants: Object.fromEntries(variants),
    lastUsedExperiment: readLastUsed(value),
  };
}

function readLastUsed(
  value: Readonly<Record<string, unknown>>,
): Experiments["lastUsedExperiment"] {
  const last = value["lastUsedExperiment"];
  if (!isRecord(last)) return NO_EXPERIMENTS.lastUsedExperiment;
  return {
    name: readText(last["name"], 100) ?? "",
    value: readText(last["value"], 100) ?? "",
  };
}
