import type { ChangeEvent, MouseEvent } from "react";
import type { Option, Text } from "../../generated/contract.ts";
import { Picture } from "./picture.tsx";
import { Inline } from "./text.tsx";
import styles from "./choice.module.css";

export type ChoiceLayout = "list" | "grid" | "pictures" | "row" | "numbers";

/** Where the choices of one question stand; goes on the element around them. */
export function choicesClass(layout: ChoiceLayout): string {
  return `${styles.choices} ${styles[layout]}`;
}

export interface ChoiceProps {
  type: "radio" | "checkbox";
  /** The question's id; also the group of native radios. */
  name: string;
  option: Pick<Option, "value" | "label" | "note" | "emoji" | "picture">;
  checked: boolean;
  /** Id of what explains the option, where it has no note. */
  describedBy?: string | undefined;
  /** Stands apart from the others, as "None of these" does. */
  apart?: boolean;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  onClick?: (event: MouseEvent<HTMLInputElement>) => void;
}

/**
 * One option of a question: a native control laid over its card, so that a tap anywhere hits it and every state
 * is the browser's own, before any script has run.
 */
export function Choice(props: ChoiceProps) {
  const { type, name, option, checked, describedBy, apart, ...on } = props;
  // The part stands before the value: a value may have the name of a part, such as `label`.
  const idOf = (part: "choice" | "label" | "note") =>
    `${name}-${part}-${option.value}`;
  const { picture, emoji, note } = option;
  return (
    <label
      className={apart ? `${styles.choice} ${styles.apart}` : styles.choice}
    >
      <input
        id={idOf("choice")}
        className={styles.control}
        type={type}
        name={name}
        value={option.value}
        checked={checked}
        aria-labelledby={idOf("label")}
        aria-describedby={note === undefined ? describedBy : idOf("note")}
        onChange={on.onChange ?? ignore}
        onClick={on.onClick}
      />
      {picture === undefined ? null : (
        <Picture
          picture={picture}
          eager
          size="half"
          className={styles.picture}
        />
      )}
      {emoji === undefined || picture !== undefined ? null : (
        <span className={styles.emoji} aria-hidden="true">
          {emoji}
        </span>
      )}
      <Words idOf={idOf} label={option.label} note={note} />
      <span className={styles.mark} aria-hidden="true" />
    </label>
  );
}

function Words({
  idOf,
  label,
  note,
}: {
  idOf: (part: "label" | "note") => string;
  label: Text;
  note: Text | undefined;
}) {
  return (
    <span className={styles.words}>
      <span id={idOf("label")}>
        <Inline text={label} />
      </span>
      {note === undefined ? null : (
        <span id={idOf("note")} className={styles.note}>
          <Inline text={note} />
        </span>
      )}
    </span>
  );
}

/** A question that answers on click has nothing to do on change, which React asks for beside `checked`. */
function ignore() {}
