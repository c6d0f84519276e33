import { useSetAtom } from "jotai";
import { useId, useRef, useState } from "react";
import { OFFER_TERMS_TYPED_MAX } from "../../generated/call.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { useFunnel } from "../hooks/use-page.ts";
import { refusedAtom, typePromoAtom } from "../state/offer-terms.ts";
import { Button } from "../ui/button.tsx";
import { useDoneBefore } from "../ui/done-before.ts";
import { Field } from "../ui/field.tsx";
import { REFUSED } from "./code-words.ts";
import styles from "./code-entry.module.css";

interface CodeEntryProps {
  readonly hasField: boolean;
  /** What is sold beside it. */
  readonly products: readonly string[];
}

/**
 * A place to type a promo code in, where the page has one; and why a code lowers nothing, wherever it came from. Where
 * none of the funnel's codes would lower what is sold, there is nothing to say of one that was brought along.
 */
export function CodeEntry({ hasField, products }: CodeEntryProps) {
  const { codes } = useFunnel();
  const said = useId();
  const isOfUse = Object.values(codes).some(({ prices }) =>
    products.some((product) => Object.hasOwn(prices, product)),
  );
  const known = useAtomValue(refusedAtom);
  const refused = hasField || isOfUse ? known : null;
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
  const form = useRef<HTMLFormElement>(null);
  useDoneBefore(form, (root) => {
    setTyped(root.querySelector("input")?.value ?? "");
  });
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
        ref={form}
        className={styles.row}
        method="dialog"
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
