import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { FieldError } from "./field.tsx";
import styles from "./field.module.css";

/** A labelled field for several lines; it grows with what is written. */
export function TextArea({
  label,
  error,
  ...input
}: ComponentProps<"textarea"> & {
  label: ReactNode;
  /** What is wrong and what to do, in words; null when nothing is. */
  error: string | null;
}) {
  const id = useId();
  const message = `${id}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className={styles.box}>
        <textarea
          {...input}
          id={id}
          className={`${styles.input} ${styles.lines}`}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : message}
        />
      </span>
      <FieldError id={message}>{error}</FieldError>
    </div>
  );
}
