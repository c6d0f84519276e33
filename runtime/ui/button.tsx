import type { ComponentProps, MouseEvent } from "react";
import { useState } from "react";
import { Icon } from "./icon.tsx";
import styles from "./button.module.css";

export interface ButtonProps extends Omit<
  ComponentProps<"button">,
  "disabled"
> {
  look?: "primary" | "secondary" | "text";
  action?: "continue" | "submit" | "back" | "buy" | "accept" | "decline";
  /** Something is under way: the button stays in place and in focus, and does nothing. */
  pending?: boolean;
  /** What is to be done before it can be pressed, said in place of its label; null when it can. */
  why?: string | null;
  /** The label is in the document meanwhile, hidden: for the hand-over, which writes no words. */
  keepsLabel?: boolean;
}

/** Never `disabled`: that drops the focus and says nothing. A button that cannot act yet says why. */
export function Button({
  look = "primary",
  action,
  pending = false,
  why = null,
  keepsLabel = false,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const [asked, setAsked] = useState({ why, times: 0 });
  // Pressed while it waited for something else, it has said nothing of this yet.
  if (asked.why !== why) setAsked({ why, times: 0 });
  const waits = why !== null;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!pending && !waits) return onClick?.(event);
    event.preventDefault();
    setAsked({ why, times: asked.times + 1 });
  };
  return (
    <button
      {...rest}
      className={
        waits && asked.times > 0
          ? `${styles[look]} ${asked.times % 2 === 1 ? styles.asked : styles.again}`
          : styles[look]
      }
      type={type}
      data-action={action}
      aria-busy={pending || undefined}
      aria-disabled={pending || waits || undefined}
      onClick={press}
    >
      {waits && !keepsLabel ? null : (
        <span className={styles.words} hidden={waits}>
          {children}
        </span>
      )}
      {waits ? <span className={styles.words}>{why}</span> : null}
      {look === "primary" ? (
        <Icon name="forward" className={styles.arrow} />
      ) : null}
    </button>
  );
}
