import { useState } from "react";
import { Button } from "../ui/button.tsx";
import styles from "./copy.module.css";

/** A button that copies a text, and says whether it has; `what` is what it is, as in "the code". */
export function Copy({ text, what }: { text: string | null; what: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    if (text !== null) setSaid(await copied(text, what));
  };
  return (
    <div className={styles.copy}>
      <Button look="secondary" onClick={() => void copy()}>
        Copy {what}
      </Button>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}

/** Clipboards refuse in frames, without a permission or without https. */
async function copied(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    return `Your browser did not allow it. Press and hold ${what} to copy it.`;
  }
}
