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

/** The field that is typed into stays above the button, which stays above the keyboard. */
function keepFieldInView(action: HTMLElement | null) {
  const viewport = window.visualViewport;
  if (!viewport || action === null) return undefined;
  const root = document.documentElement;
  const follow = () => {
    // iOS lays its keyboard over the page and tells only the visual viewport. A pinch-zoomed page has a small one too.
    const covered =
      viewport.scale > 1.01
        ? 0
        : Math.max(0, root.clientHeight - viewport.height - viewport.offsetTop);
    root.style.setProperty("--keyboard", `${Math.round(covered)}px`);
  };
  const resized = () => {
    follow();
    root.style.setProperty("--action", `${action.offsetHeight}px`);
    const field = document.activeElement;
    if (field?.matches(TYPED)) field.scrollIntoView({ block: "nearest" });
  };
  viewport.addEventListener("resize", resized);
  viewport.addEventListener("scroll", follow);
  // Its words take more lines, or a field is focused before any keyboard is there.
  const measured = new ResizeObserver(resized);
  measured.observe(action);
  return () => {
    measured.disconnect();
    viewport.removeEventListener("resize", resized);
    viewport.removeEventListener("scroll", follow);
    root.style.removeProperty("--keyboard");
    root.style.removeProperty("--action");
  };
}
