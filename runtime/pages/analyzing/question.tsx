import { useId, useLayoutEffect, useRef } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { Button } from "../../ui/button.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./question.module.css";

/** A yes or no in between. Nothing hangs on the answer, so Escape is one too. */
export function Question({
  question,
  onAnswer,
}: {
  question: NonNullable<PageProps["analyzing"]["questions"]>[number];
  onAnswer: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={onAnswer}
    >
      <p id={id} className={styles.ask}>
        <Inline text={question.ask} />
      </p>
      <div className={styles.answers}>
        <Button look="secondary" action="continue" onClick={onAnswer}>
          <Inline text={question.no} />
        </Button>
        <Button look="secondary" action="continue" onClick={onAnswer}>
          <Inline text={question.yes} />
        </Button>
      </div>
    </dialog>
  );
}
