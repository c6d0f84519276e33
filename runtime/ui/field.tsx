import type { ComponentProps, ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import { Icon } from "./icon.tsx";
import styles from "./field.module.css";

export interface FieldProps extends Omit<
  ComponentProps<"input">,
  "size" | "ref"
> {
  label?: ReactNode;
  /** Ids of what names the field in place of a label: the page's headline. */
  labelledBy?: string;
  hint?: ReactNode;
  /** What is wrong and what to do, in words; null when nothing is. */
  error?: string | null;
  /** For several fields with one message: its id, and whether it is there. */
  fault?: { readonly id: string; readonly shown: boolean };
  /** Stands after the value: "kg". */
  unit?: ReactNode;
  /** Stands in the field, after everything else. */
  after?: ReactNode;
}

/**
 * A labelled field, which nothing goes on without, with its hint and its error; the place for the error is kept free,
 * so nothing jumps.
 */
export function Field(props: FieldProps) {
  const {
    label,
    labelledBy,
    hint,
    error = null,
    fault,
    unit,
    after,
    "aria-describedby": describedBy,
    ...input
  } = props;
  const box = useKeptByBrowser();
  const own = useId();
  const id = input.id ?? own;
  const wrong = fault?.shown ?? error !== null;
  const message = fault?.id ?? `${id}-error`;
  const help = hint === undefined ? undefined : `${id}-hint`;
  const described = [wrong ? message : null, describedBy, wrong ? null : help];
  return (
    <div className={styles.field}>
      {label === undefined ? null : (
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      )}
      <span className={styles.box}>
        <input
          {...input}
          ref={box}
          id={id}
          className={styles.input}
          aria-labelledby={labelledBy}
          aria-required
          aria-invalid={wrong || undefined}
          aria-describedby={described.filter(Boolean).join(" ") || undefined}
        />
        {unit === undefined ? null : (
          <span className={styles.unit}>{unit}</span>
        )}
        {after}
      </span>
      {help === undefined || wrong ? null : (
        <span id={help} className={styles.hint}>
          {hint}
        </span>
      )}
      {fault !== undefined || (help !== undefined && !wrong) ? null : (
        <FieldError id={message}>{error}</FieldError>
      )}
    </div>
  );
}

/**
 * Leaves what is typed to the browser when the page is left, for Back: it keeps only what differs from the attribute,
 * where React has written it as well.
 */
function useKeptByBrowser() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const leave = () => box.current?.removeAttribute("value");
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, []);
  return box;
}

/** The message under a field, or under several, told when it comes; empty, it keeps its place. */
export function FieldError({
  id,
  children,
}: {
  id: string;
  children: string | null;
}) {
  return (
    <span id={id} className={styles.error}>
      {children === null ? null : (
        <>
          <Icon name="alert" className={styles.sign} />
          <span role="alert">{children}</span>
        </>
      )}
    </span>
  );
}
