/** The field for an email. */
import { type MouseEvent, useEffect, useRef } from "react";
import { Field } from "../ui/field.tsx";
import styles from "./email-field.module.css";
import type { EmailEntry } from "./use-email.ts";
import { STORE_CONTACT_INFO_EMAIL_MAX } from "../../generated/call.ts";

/** The field of an email, with a better spelling of it to be taken with one tap. */
export function EmailField({
  email,
  tried,
  enterKeyHint = "go",
}: {
  email: EmailEntry;
  /** The form was sent once: what is wrong is said. */
  tried: boolean;
  enterKeyHint?: "go" | "next";
}) {
  const { value, suggestion, held } = email;
  const offer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (held) offer.current?.focus();
  }, [held]);
  const accept = (event: MouseEvent<HTMLButtonElement>) => {
    email.type(suggestion ?? value);
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
        enterKeyHint={enterKeyHint}
        maxLength={STORE_CONTACT_INFO_EMAIL_MAX}
        placeholder="name@example.com"
        value={value}
        error={tried ? email.fault : null}
        onChange={(event) => email.type(event.currentTarget.value)}
        onBlur={email.leave}
      />
      <p role="status">
        {suggestion === null ? null : (
          <span data-personal="email">
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
          </span>
        )}
      </p>
    </div>
  );
}
