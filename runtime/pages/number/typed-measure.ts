import { atom, useSetAtom } from "jotai";
import { useRef } from "react";
import { useAnswer } from "../../hooks/use-answer.ts";
import { useAtomValue } from "../../hooks/use-atom-value.ts";
import { draftsOf, useDraft } from "../../hooks/use-draft.ts";
import { useHydrated } from "../../hooks/use-hydrated.ts";
import { useDoneBefore } from "../../ui/done-before.ts";
import { type Measure, read, type System, write } from "./measure.ts";

type Typed = Readonly<Record<System, readonly string[]>>;

/** The units that the visitor chose last, on whichever question. */
const systemAtom = atom<System | null>(null);

const drafts = draftsOf<Typed>();

/** What stands in the fields of both systems. Each keeps its own words, so switching there and back changes nothing. */
export function useTypedMeasure(measure: Measure) {
  const { value } = useAnswer();
  const hydrated = useHydrated();
  const chosen = useAtomValue(systemAtom);
  const setChosen = useSetAtom(systemAtom);
  const [draft, setDraft] = useDraft(drafts);
  const box = useRef<HTMLDivElement>(null);
  // The build does not know the visitor's country, so the switch waits for hydration.
  const system = chosen ?? (hydrated && usesImperial() ? "imperial" : "metric");
  const typed =
    draft ?? typedFrom(measure, typeof value === "number" ? value : null);
  const notation = measure.notations[system];

  const type = (index: number, text: string) => {
    const texts = notation.parts.map((_, i) =>
      i === index ? text : (typed[system][i] ?? ""),
    );
    const reading = read(notation, texts);
    const other = typedFrom(
      measure,
      reading.kind === "value" ? reading.stored : null,
    );
    setDraft({ ...other, [system]: texts });
  };
  useDoneBefore(box, (root) => {
    const before = root.querySelector("input")?.value ?? "";
    if (before === "") return;
    setChosen("metric");
    setDraft({ ...typedFrom(measure, null), metric: [before] });
  });
  const texts = typed[system];
  const isUntouched = draft === null && typeof value === "number";
  return {
    box,
    system,
    choose: setChosen,
    notation,
    texts,
    /** What is meant; an answer that nobody has changed is the one that is stored, however it is rounded here. */
    reading: isUntouched
      ? ({ kind: "value", stored: value } as const)
      : read(notation, texts),
    type,
    /** From now on the stored answer stands in the fields. */
    forget: () => setDraft(null),
  };
}

function typedFrom({ notations }: Measure, stored: number | null): Typed {
  return {
    metric: stored === null ? [] : write(notations.metric, stored),
    imperial: stored === null ? [] : write(notations.imperial, stored),
  };
}

/** Feet and pounds are everyday units in these countries. */
function usesImperial(language: string = navigator.language): boolean {
  return /-(US|LR|MM)\b/i.test(language);
}
