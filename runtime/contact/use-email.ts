import { useState } from "react";
import { draftsOf, useDraft } from "../hooks/use-draft.ts";
import { useQuestion } from "../hooks/use-question.ts";
import { emailFault, suggestEmail } from "./email.ts";

/** An email while it is typed. */
export interface EmailEntry {
  readonly value: string;
  /** What is wrong with it, in words for its owner; null when it may be sent. */
  readonly fault: string | null;
  /** A better spelling, once the field was left or the form held back. */
  readonly suggestion: string | null;
  /** How often the form was held back for a word on a slip. */
  readonly holds: number;
  type(email: string): void;
  /** Takes the better spelling; false where nobody can have read it yet. */
  correct(): boolean;
  leave(): void;
  /** It was sent: what is known stands in the field from now on. */
  forget(): void;
  /** Whether the form waits for a word on a slip; once for each address, and until that can have been read. */
  hold(): boolean;
}

const drafts = draftsOf<string>();

/** What was typed over what is `known`. */
export function useEmail(known: string | null): EmailEntry {
  const [typed, setTyped] = useDraft(drafts);
  // The addresses that a better spelling was shown for, and that a submission was held back for.
  const [left, setLeft] = useState<string | null>(null);
  const [heldFor, setHeldFor] = useState<string | null>(null);
  const [holds, setHolds] = useState(0);
  const slip = useQuestion();
  const value = typed ?? known ?? "";
  const held = value === heldFor;
  const better = suggestEmail(value);
  return {
    value,
    fault: emailFault(value),
    suggestion: value === left || held ? better : null,
    holds,
    type: setTyped,
    leave: () => setLeft(value),
    forget: () => setTyped(null),
    correct: () => {
      if (better === null || !slip.isAnswered()) return false;
      setTyped(better);
      return true;
    },
    hold: () => {
      if (better === null) return false;
      if (held) return !slip.isAnswered();
      slip.ask();
      setHeldFor(value);
      setHolds(holds + 1);
      return true;
    },
  };
}
