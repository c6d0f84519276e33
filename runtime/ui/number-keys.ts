import { useEffect, useEffectEvent } from "react";

/**
 * Calls back with the digit that was pressed while the focus is on one of the choices, and nowhere else: no key alone
 * does anything to whoever speaks to their device (WCAG 2.1.4).
 */
export function useNumberKeys(onDigit: (digit: number) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (/^\d$/.test(event.key) && isChoice(event.target))
      onDigit(Number(event.key));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

function isChoice(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("fieldset :is([type=radio], [type=checkbox])")
  );
}
