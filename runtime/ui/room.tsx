import type { Text } from "../../generated/contract.ts";
import { fill } from "../core/text.ts";
import styles from "./room.module.css";

/**
 * As much room as a text takes that may come: no words for anybody, neither to read nor to find. Its variables are not
 * filled: a recorded session masks what the visitor has told where it is text, not in attributes.
 */
export function Room({ text }: { text: Text }) {
  const words = fill(text, () => null);
  return <span className={styles.room} data-room={words} aria-hidden="true" />;
}
