import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { data, items, text } from "../schema/read.ts";
import type { Band } from "../shared/contract.ts";
import type { FunnelRule } from "./rule.ts";

/** Whoever reads the label of a band learns which of them it is. */
export const bandLabels: FunnelRule = ({ source }) =>
  Object.entries(data(data(source.data)["scores"])).flatMap(([id, score]) => {
    const labels = items(data(score)["bands"]).map((band) =>
      text(data(band)["label"]),
    );
    return labels.flatMap((label, i) => {
      const first = labels.indexOf(label);
      if (label === "" || first === i) return [];
      const at = (n: number) =>
        source.span(["scores", id, "bands", n, "label"], "value");
      return diagnose("band/same-label", at(i), { label }, [
        { message: "the same label", at: at(first) },
      ]);
    });
  });

/** The bands of a score cover everything from the bottom up, each once. */
export const scoreBands: FunnelRule = ({ funnel, source }) =>
  funnel.scores.flatMap(({ id, bands }) =>
    bands.flatMap((band, i): Diagnostic[] => {
      const wrong = problemOf(bands, band, i);
      if (wrong === null) return [];
      const { key, problem, hint, first } = wrong;
      const path = ["scores", id, "bands"];
      const notes =
        first === undefined
          ? []
          : [
              {
                message: "first used here",
                at: source.span([...path, first, key], "value"),
              },
            ];
      const at = source.span([...path, i, key], "value");
      return [diagnose("score/bands", at, { problem, hint }, notes)];
    }),
  );

interface Problem {
  readonly key: "id" | "upTo";
  readonly problem: string;
  readonly hint: string;
  /** Position of the band that the first of two stands in. */
  readonly first?: number;
}

function problemOf(
  bands: readonly Band[],
  { id, upTo }: Band,
  i: number,
): Problem | null {
  const first = bands.findIndex((band) => band.id === id);
  if (first !== i)
    return {
      key: "id",
      problem: `two bands of this score are called "${id}"`,
      hint: "give one of them another `id`",
      first,
    };
  if (i === bands.length - 1)
    return upTo === null
      ? null
      : {
          key: "upTo",
          problem: `a score above ${upTo} falls into no band`,
          hint: "remove `upTo` from the last band, so that it covers all higher scores",
        };
  if (upTo === null)
    return {
      key: "id",
      problem: `the band "${id}" has no \`upTo\`, so the bands after it are never reached`,
      hint: "add `upTo: …` to every band except the last",
    };
  const below = bands[i - 1]?.upTo ?? Number.NEGATIVE_INFINITY;
  return upTo > below
    ? null
    : {
        key: "upTo",
        problem: `this band ends at ${upTo}, but the one before it already goes up to ${below}`,
        hint: "sort the bands from low to high",
      };
}
