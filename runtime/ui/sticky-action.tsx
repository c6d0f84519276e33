import type { ReactNode } from "react";
import { useEffect } from "react";
import styles from "./sticky-action.module.css";

/** Keeps the main button in reach: at the foot of the screen, above a phone's keyboard and its safe area. */
export function StickyAction({ children }: { children: ReactNode }) {
  useEffect(followKeyboard, []);
  return <div className={styles.action}>{children}</div>;
}

/** iOS lays its keyboard over the page and tells only the visual viewport. */
function followKeyboard() {
  const viewport = window.visualViewport;
  if (!viewport) return undefined;
  const root = document.documentElement;
  const follow = () => {
    // A pinch-zoomed page has a small viewport too, without any keyboard.
    const covered =
      viewport.scale > 1.01
        ? 0
        : Math.max(0, root.clientHeight - viewport.height - viewport.offsetTop);
    root.style.setProperty("--keyboard", `${Math.round(covered)}px`);
  };
  viewport.addEventListener("resize", follow);
  viewport.addEventListener("scroll", follow);
  return () => {
    viewport.removeEventListener("resize", follow);
    viewport.removeEventListener("scroll", follow);
    root.style.removeProperty("--keyboard");
  };
}
