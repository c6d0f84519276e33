import type { ReactNode } from "react";
import type { Text } from "../../generated/contract.ts";
import { Inline } from "../ui/text.tsx";
import styles from "./option.module.css";

/** One thing to buy among several: a native radio laid over its card. What it costs is part of its name. */
export function Option(props: {
  /** The radio group. */
  group: string;
  product: string;
  checked: boolean;
  onPick: () => void;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { group, product, checked, onPick, className, children } = props;
  return (
    <label
      className={
        className === undefined
          ? styles.option
          : `${styles.option} ${className}`
      }
    >
      <input
        className={styles.control}
        type="radio"
        name={group}
        value={product}
        checked={checked}
        onChange={onPick}
      />
      <span className={styles.mark} data-mark aria-hidden="true" />
      {children}
    </label>
  );
}

export function OptionWords({
  label,
  note,
  children,
}: {
  label: Text;
  note: Text | undefined;
  children?: ReactNode;
}) {
  return (
    <span className={styles.words}>
      <span className={styles.name}>
        <Inline text={label} />
      </span>
      {note === undefined ? null : (
        <span className={styles.note}>
          <Inline text={note} />
        </span>
      )}
      {children}
    </span>
  );
}

/** What the visitor picked before the page came alive; null when nothing but the preset. */
export function pickedIn(root: HTMLElement): string | null {
  const inputs = [...root.querySelectorAll("input")];
  return (
    inputs.find((input) => input.checked && !input.defaultChecked)?.value ??
    null
  );
}
