import { useAtomValue, useSetAtom } from "jotai";
import { type SyntheticEvent, useState } from "react";
import { OFFER_TERMS_TYPED_MAX } from "../../generated/call.ts";
import { refusedAtom, typePromoAtom } from "../state/offer-terms.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { REFUSED } from "./code-words.ts";
import styles from "./code-entry.module.css";

/** A place to type a promo code in, where the page has one; and why a code lowers nothing, wherever it came from. */
export function CodeEntry({ hasField }: { hasField: boolean }) {
  const refused = useAtomValue(refusedAtom);
  return (
    <div className={styles.entry}>
      {hasField ? <Entry /> : null}
      <p role="status" className={styles.said}>
        {refused === null ? null : REFUSED[refused]}
      </p>
    </div>
  );
}

function Entry() {
  const send = useSetAtom(typePromoAtom);
  const [typed, setTyped] = useState("");
  const [pending, setPending] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const code = typed.trim();
    if (code === "" || pending) return;
    setPending(true);
    await send(code);
    setPending(false);
  };
  return (
    <details>
      <summary>Have a code?</summary>
      <form className={styles.row} onSubmit={(event) => void submit(event)}>
        <Field
          label="Code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={OFFER_TERMS_TYPED_MAX}
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
