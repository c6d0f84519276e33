import { type MouseEvent, useEffect, useRef } from "react";
import { Field } from "../../ui/field.tsx";
import styles from "./email-field.module.css";

export function EmailField(props: {
  value: string;
  error: string | null;
  /** A better spelling of the address, to be taken with one tap. */
  suggestion: string | null;
  /** The form waits for a word on the suggestion. */
  held: boolean;
  onType: (email: string) => void;
  onLeave: () => void;
}) {
  const { value, error, suggestion, held, onType, onLeave } = props;
  const offer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (held) offer.current?.focus();
  }, [held]);
  const accept = (event: MouseEvent<HTMLButtonElement>) => {
    onType(suggestion ?? value);
    // This button goes away; what comes next keeps the focus.
    event.currentTarget.form
      ?.querySelector<HTMLElement>("[type=submit]")
      ?.focus();
  };
  return (
    <div>
      <Field
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={254}
        placeholder="name@example.com"
        value={value}
        error={error}
        onChange={(event) => onType(event.currentTarget.value)}
        onBlur={onLeave}
      />
      <p role="status">
        {suggestion === null ? null : (
          <>
            Did you mean{" "}
            <button
              ref={offer}
              type="button"
              className={styles.accept}
              onClick={accept}
            >
              {suggestion}
            </button>
            ?
          </>
        )}
      </p>
    </div>
  );
}
