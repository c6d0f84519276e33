import styles from "./room.module.css";

/** As much room as words take that may come: no words for anybody, neither to read nor to find. */
export function Room({ words }: { words: string }) {
  return <span className={styles.room} data-room={words} aria-hidden="true" />;
}
