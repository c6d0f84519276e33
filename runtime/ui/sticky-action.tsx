import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import styles from "./sticky-action.module.css";

/** Keeps the main button in reach: at the foot of the screen, above a phone's keyboard and its safe area. */
export function StickyAction({ children }: { children: ReactNode }) {
  const action = useRef<HTMLDivElement>(null);
  useEffect(() => keepFieldInView(action.current), []);
  return (
    <div ref={action} className={styles.action}>
      {children}
    </div>
  );
}

/** Below what it is about, where it covers nothing of it. */
export function ActionBelow({ children }: { children: ReactNode }) {
  return <div className={styles.below}>{children}</div>;
}

/** What brings a keyboard up. */
const TYPED =
  "main :is(textarea, input:not([type=radio], [type=checkbox], [type=range]))";

/**
 * The field that is typed into stays above the button, which stays above the keyboard. The document's root is told of
 * both where a field has the focus alone: all of a page is styled anew for it.
 */
function keepFieldInView(action: HTMLElement | null) {
  const viewport = window.visualViewport;
  if (!viewport || action === null) return undefined;
  const root = document.documentElement;
  const tell = (name: string, px: number) => {
    const before = Number.parseFloat(root.style.getPropertyValue(name)) || 0;
    if (px !== before) root.style.setProperty(name, `${px}px`);
  };
  // A pinch-zoomed page has a small viewport too, without any keyboard.
  const isZoomed = () => viewport.scale > 1.01;
  const follow = () => {
    // iOS lays its keyboard over the page and tells only the visual viewport.
    const covered = root.clientHeight - viewport.height - viewport.offsetTop;
    tell("--keyboard", isZoomed() ? 0 : Math.max(0, Math.round(covered)));
  };
  const keep = () => {
    const field = document.activeElement;
    if (isZoomed() || !field?.matches(TYPED)) return;
    tell("--action", action.offsetHeight);
    field.scrollIntoView({ block: "nearest" });
  };
  const resized = () => {
    follow();
    keep();
  };
  viewport.addEventListener("resize", resized);
  viewport.addEventListener("scroll", follow);
  document.addEventListener("focusin", keep);
  // Its words may take more lines.
  const measured = new ResizeObserver(keep);
  measured.observe(action);
  return () => {
    measured.disconnect();
    document.removeEventListener("focusin", keep);
    viewport.removeEventListener("resize", resized);
    viewport.removeEventListener("scroll", follow);
    for (const name of ["--keyboard", "--action"])
      root.style.removeProperty(name);
  };
}
