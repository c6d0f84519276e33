/** The folder `contact` holds the field for an email. */
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
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
  const { value, suggestion, holds } = email;
  const root = useRef<HTMLDivElement>(null);
  const offer = useRef<HTMLButtonElement>(null);
  // What is wrong is said of an email that was left or sent, not at each key.
  const [isTyping, setTyping] = useState(false);
  const submitter = useSubmitter(root, () => setTyping(false));
  useEffect(() => {
    if (holds > 0) offer.current?.focus();
  }, [holds]);
  const afterPress = useAfterPress();
  const accept = () => {
    // The button of the spelling goes away; what comes next keeps the focus.
    if (email.correct()) submitter()?.focus();
  };
  return (
    <div ref={root}>
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
        error={tried && !isTyping ? email.fault : null}
        onChange={(event) => {
          setTyping(true);
          email.type(event.currentTarget.value);
        }}
        onBlur={() =>
          afterPress(() => {
            setTyping(false);
            email.leave();
          })
        }
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

/** The button that sent the form, or would: of several, the one that was pressed last. */
function useSubmitter(
  inForm: RefObject<HTMLElement | null>,
  onSubmit: () => void,
): () => HTMLElement | null | undefined {
  const pressed = useRef<HTMLElement | null>(null);
  const tell = useEffectEvent(onSubmit);
  useEffect(() => {
    const form = inForm.current?.closest("form");
    const note = ({ submitter }: SubmitEvent) => {
      pressed.current = submitter;
      tell();
    };
    form?.addEventListener("submit", note);
    return () => form?.removeEventListener("submit", note);
  }, [inForm]);
  return () =>
    pressed.current ??
    inForm.current
      ?.closest("form")
      ?.querySelector<HTMLElement>("[type=submit]");
}

/**
 * Runs a task when no press is under way: the line of a better spelling would push the button from under the pointer
 * that takes the focus to it, and the press would come to nothing. A click belongs to the task of its press's end.
 */
function useAfterPress(): (task: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  const run = useCallback(() => {
    setTimeout(() => {
      if (isPressed.current) return;
      waiting.current?.();
      waiting.current = null;
    });
  }, []);
  useEffect(() => {
    const ended = new AbortController();
    const listen = (type: string, pressed: boolean) =>
      document.addEventListener(
        type,
        () => {
          isPressed.current = pressed;
          if (waiting.current !== null) run();
        },
        { capture: true, signal: ended.signal },
      );
    listen("pointerdown", true);
    listen("pointerup", false);
    listen("pointercancel", false);
    return () => ended.abort();
  }, [run]);
  return useCallback(
    (task) => {
      waiting.current = task;
      run();
    },
    [run],
  );
}
