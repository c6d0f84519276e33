import { useAtomValue, useSetAtom } from "jotai";
import { useId, useState } from "react";
import { OFFER_TERMS_TYPED_MAX } from "../../generated/call.ts";
import { refusedAtom, typePromoAtom } from "../state/offer-terms.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { REFUSED } from "./code-words.ts";
import styles from "./code-entry.module.css";

/** A place to type a promo code in, where the page has one; and why a code lowers nothing, wherever it came from. */
export function CodeEntry({ hasField }: { hasField: boolean }) {
  const refused = useAtomValue(refusedAtom);
  const said = useId();
  return (
    <div className={styles.entry}>
      {hasField ? <Entry said={said} isRefused={refused !== null} /> : null}
      <p id={said} role="status" className={styles.said}>
        {refused === null ? null : REFUSED[refused]}
      </p>
    </div>
  );
}

function Entry({ said, isRefused }: { said: string; isRefused: boolean }) {
  const send = useSetAtom(typePromoAtom);
  const [typed, setTyped] = useState("");
  const [sent, setSent] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async () => {
    const code = typed.trim();
    if (code === "" || pending) return;
    setPending(true);
    await send(code);
    setPending(false);
    setSent(typed);
  };
  return (
    <details>
      <summary>Have a code?</summary>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label="Code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={OFFER_TERMS_TYPED_MAX}
          fault={{ id: said, shown: isRefused && typed === sent }}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button look="secondary" type="submit" pending={pending}>
          Apply
        </Button>
      </form>
    </details>
  );
}
