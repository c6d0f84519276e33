import { whenLaidOut } from "./when-laid-out.ts";

/**
 * When what is on screen is laid out, which the focus needs; `rather` says what gets it in place of the headline where
 * it is there. Whoever has moved it on by then keeps it.
 */
export function focusHeadline(
  rather: string | null = null,
): (() => void) | undefined {
  const headline = document.querySelector<HTMLElement>("main h1");
  if (headline === null) return undefined;
  const before = document.activeElement;
  return whenLaidOut(headline, () => {
    const { activeElement, body } = document;
    if (activeElement !== before && activeElement !== body) return;
    const picked =
      rather === null ? null : document.querySelector<HTMLElement>(rather);
    // The headline is at the top; a choice may lie below the screen.
    if (picked === null) headline.focus({ preventScroll: true });
    else picked.focus();
  });
}
