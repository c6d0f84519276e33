import { isRecord, readText } from "./read.ts";

export type Variant = "A" | "B";

/** The persisted experiment store (spec 3). */
export interface Experiments {
  readonly variants: Readonly<Record<string, { readonly value: Variant }>>;
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

/** Setting a variant also makes it the last used one (spec 4). */
export function withVariant(
  experiments: Experiments,
  name: string,
  value: Variant,
): Experiments {
  return {
    variants: { ...experiments.variants, [name]: { value } },
    lastUsedExperiment: { name, value },
  };
}

/** Reads the stored experiments; a variant that is neither A nor B is left out. */
export function readExperiments(value: unknown): Experiments | null {
  if (!isRecord(value) || !isRecord(value["variants"])) return null;
  const variants = Object.entries(value["variants"]).flatMap(
    ([name, variant]) => {
      const side = isRecord(variant) ? variant["value"] : null;
      return side === "A" || side === "B"
        ? [[name, { value: side }] as const]
        : [];
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
