import { useEffect, useEffectEvent } from "react";

/** Calls back with the digit that was pressed, unless something is being typed or a shortcut is meant. */
export function useNumberKeys(onDigit: (digit: number) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!/^\d$/.test(event.key) || isTyping(event.target)) return;
    onDigit(Number(event.key));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches(
    "textarea, select, input:not([type=radio], [type=checkbox], [type=range])",
  );
}
