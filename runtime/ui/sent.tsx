import type { Text } from "../../generated/contract.ts";
import { Icon } from "./icon.tsx";
import styles from "./sent.module.css";
import surface from "./surface.module.css";
import { Inline } from "./text.tsx";

const focus = (card: HTMLElement | null) => card?.focus();

/** Stands where a form was that has been sent, in focus; `email` is the address that the text speaks of. */
export function Sent({ text, email }: { text: Text; email?: string }) {
  return (
    <div
      ref={focus}
      className={`${surface.card} ${styles.sent}`}
      role="status"
      tabIndex={-1}
    >
      <Icon name="check" className={styles.done} />
      <div>
        {email === undefined ? null : (
          <p className={styles.email} data-personal="email">
            <strong>{email}</strong>
          </p>
        )}
        <p>
          <Inline text={text} />
        </p>
      </div>
    </div>
  );
}
