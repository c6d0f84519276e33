import { useLayoutEffect, useRef } from "react";
import type { Brand } from "../../generated/contract.ts";
import type { Choice } from "../core/consent.ts";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./notice.module.css";

interface NoticeProps {
  readonly brand: Brand;
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

/** Tells of the third parties, or asks; yes and no weigh the same. The page makes room, so that it covers nothing. */
export function Notice({ brand, choice, onChoose }: NoticeProps) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => makeRoom(box.current), []);
  const policy = brand.legal.find(({ label }) => /privacy/i.test(label));
  return (
    <aside ref={box} className={styles.notice} aria-label="Privacy" data-notice>
      <p className={styles.words}>
        {WORDS[choice ?? (brand.consent === "required" ? "asked" : "told")]}{" "}
        {policy === undefined ? null : (
          <Link href={policy.href}>{policy.label}</Link>
        )}
      </p>
      <div className={styles.choices}>
        <Button
          look="secondary"
          data-consent="decline"
          onClick={() => onChoose("declined")}
        >
          Decline
        </Button>
        <Button
          look="secondary"
          data-consent="accept"
          onClick={() => onChoose("accepted")}
        >
          Accept
        </Button>
      </div>
    </aside>
  );
}

const WORDS = {
  asked: "May we measure how this page is used? Not before you say yes.",
  told: "We measure how this page is used. You may say no.",
  accepted: "You allowed us to measure how this page is used.",
  declined: "We do not measure how you use this page.",
} as const;

/** The end of the page and what sticks to the foot of the screen stay above the notice. */
function makeRoom(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return undefined;
  const { style } = document.documentElement;
  const fit = () => style.setProperty("--notice", `${box.offsetHeight}px`);
  const observer = new ResizeObserver(fit);
  observer.observe(box);
  fit();
  return () => {
    observer.disconnect();
    style.removeProperty("--notice");
  };
}
