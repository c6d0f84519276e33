import { type KeyboardEvent, type ReactNode, useRef } from "react";
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it keeps a key from sending it twice
    <form
      ref={form}
      className={styles.form}
      method="dialog"
      noValidate
      onKeyDown={ignoreHeldReturn}
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

/** Return that is held down: it was meant for what was there when it was pressed, not for what has come up since. */
function ignoreHeldReturn(event: KeyboardEvent): void {
  const writes = event.target instanceof HTMLTextAreaElement;
  if (event.key === "Enter" && event.repeat && !writes) event.preventDefault();
}

function focusFault(form: HTMLFormElement | null) {
  const fault = form?.querySelector("[aria-invalid=true]");
  if (fault instanceof HTMLElement) fault.focus();
}
