import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { PageWith } from "../../generated/names.ts";
import { ADVANCE_DELAY_MS } from "../core/advance-delay.ts";
import type { Answer } from "../core/answers.ts";
import { useAnswer } from "../hooks/use-answer.ts";
import { useFlow } from "../hooks/use-flow.ts";
import { useDoneBefore } from "../ui/done-before.ts";

export { ADVANCE_DELAY_MS };

/**
 * A question that one tap answers. A click, Space or Enter answers and leaves; arrow keys only move, because with
 * native radios they choose on the way to another option.
 */
export function useTapAnswer(toAnswer: (value: string) => Answer) {
  const { go } = useFlow<PageWith<"next">>();
  const { value, answer, arrivedAnswered } = useAnswer();
  // A choice made before React arrived: shown, not stored, until the visitor acts on it.
  const [found, setFound] = useState<string | null>(null);
  const [moved, setMoved] = useState(false);
  const leaveSoon = useLeaveSoon();
  const byArrow = useRef(false);
  const group = useRef<HTMLFieldSetElement>(null);

  useDoneBefore(group, (root) => {
    const input = root.querySelector("input:checked");
    if (input instanceof HTMLInputElement) setFound(input.value);
  });

  const store = (next: string) => {
    setFound(null);
    answer(toAnswer(next));
  };
  const pick = (next: string) => {
    store(next);
    leaveSoon();
  };
  return {
    chosen: found ?? (value === null ? null : String(value)),
    /** A choice stands that will not leave by itself: after Back, after arrow keys. */
    standing: arrivedAnswered || moved || found !== null,
    pick,
    onContinue: () => {
      if (found !== null) store(found);
      go("next");
    },
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      const next = event.currentTarget.value;
      if (byArrow.current) {
        setMoved(true);
        store(next);
      } else pick(next);
    },
    group: {
      ref: group,
      onPointerDown: () => {
        byArrow.current = false;
      },
      onKeyUp: () => {
        byArrow.current = false;
      },
      onKeyDown: (event: KeyboardEvent) => {
        byArrow.current = event.key.startsWith("Arrow");
        const { target, key } = event;
        if (!(target instanceof HTMLInputElement)) return;
        // Space on a choice that stands already makes no click in every browser.
        if (key !== "Enter" && !(key === " " && target.checked)) return;
        event.preventDefault();
        // A key that is still held down was pressed on the step before.
        if (!event.repeat) pick(target.value);
      },
    },
  };
}

/**
 * Leaves after the delay; calling again starts it anew. The address and the question change in one task: left to
 * itself React would render later what a timer asks for, and the new address would stand over the old question.
 */
function useLeaveSoon(): () => void {
  const { go } = useFlow<PageWith<"next">>();
  const [tap, setTap] = useState(0);
  const leave = useEffectEvent(() => go("next"));
  useEffect(() => {
    if (tap === 0) return undefined;
    const timer = setTimeout(() => flushSync(leave), ADVANCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [tap]);
  return () => setTap((count) => count + 1);
}
