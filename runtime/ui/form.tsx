import { type ReactNode, useRef } from "react";
import styles from "./form.module.css";

/**
 * A form that is sent by script alone. Before React arrives, `method="dialog"` outside of a dialog does nothing: the
 * page is not reloaded and nothing that was typed gets into an address.
 */
export function Form({
  onSubmit,
  children,
}: {
  /** Ends with the first wrong field in focus, when there is one. */
  onSubmit: () => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      className={styles.form}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        requestAnimationFrame(() => focusFault(form.current));
      }}
    >
      {children}
    </form>
  );
}

function focusFault(form: HTMLFormElement | null) {
  const fault = form?.querySelector("[aria-invalid=true]");
  if (fault instanceof HTMLElement) fault.focus();
}
