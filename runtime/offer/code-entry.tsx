import { useSetAtom } from "jotai";
import { useId, useRef, useState } from "react";
import { OFFER_TERMS_TYPED_MAX } from "../../generated/call.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { useFunnel } from "../hooks/use-page.ts";
import { usePrice } from "../hooks/use-price.ts";
import {
  type Refusal,
  refusedAtom,
  typePromoAtom,
} from "../state/offer-terms.ts";
import { promoAtom } from "../state/promo.ts";
import { Button } from "../ui/button.tsx";
import { useDoneBefore } from "../ui/done-before.ts";
import { Field } from "../ui/field.tsx";
import { REFUSED } from "./code-words.ts";
import styles from "./code-entry.module.css";
import summary from "./summary.module.css";

interface CodeEntryProps {
  readonly hasField: boolean;
  /** What is sold beside it. */
  readonly products: readonly string[];
  /** Which of it would be bought now. */
  readonly product: string;
}

/**
 * A place to type a promo code in, where the page has one, and what came of it; and why a code lowers nothing, wherever
 * it came from. Where none of the funnel's codes would lower what is sold, there is nothing to say of one that was
 * brought along.
 */
export function CodeEntry({ hasField, products, product }: CodeEntryProps) {
  const { codes } = useFunnel();
  const said = useId();
  const [sent, setSent] = useState<Sent | null>(null);
  const taken = useTaken(product);
  const isOfUse = Object.values(codes).some(({ prices }) =>
    products.some((one) => Object.hasOwn(prices, one)),
  );
  const known = useAtomValue(refusedAtom);
  // The server, asked once more, says nothing of a code that it has refused to take.
  const refused = hasField || isOfUse ? (known ?? sent?.refused ?? null) : null;
  const wrong =
    sent?.typed.trim() === ""
      ? "Please fill this in."
      : refused === null
        ? null
        : REFUSED[refused];
  return (
    <div className={styles.entry}>
      {hasField ? (
        <Entry
          said={said}
          isWrong={wrong !== null}
          sent={sent}
          keep={setSent}
        />
      ) : null}
      <p id={said} role="status" className={styles.said}>
        {wrong ?? (sent === null ? null : taken)}
      </p>
    </div>
  );
}

/** What the visitor's code does to the price of a product, in words; null without one. */
function useTaken(product: string): string | null {
  const price = usePrice();
  const promo = useAtomValue(promoAtom);
  if (promo === null) return null;
  const now = price(product);
  return now.minor < price(product, "without-code").minor
    ? `Code ${promo.code}: ${now.text} today.`
    : `Code ${promo.code} does not lower this price: ${now.text} today.`;
}

interface Sent {
  /** As it was. */
  readonly typed: string;
  /** Why it lowers nothing. */
  readonly refused: Refusal | null;
}

interface EntryProps {
  /** The id of what is said of it. */
  readonly said: string;
  readonly isWrong: boolean;
  /** What was sent last, and has not been typed over where it was nothing. */
  readonly sent: Sent | null;
  keep(this: void, sent: Sent | null): void;
}

function Entry({ said, isWrong, sent, keep }: EntryProps) {
  const send = useSetAtom(typePromoAtom);
  const [typed, setTyped] = useState("");
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useDoneBefore(form, (root) => {
    setTyped(root.querySelector("input")?.value ?? "");
  });
  const submit = async () => {
    if (pending) return;
    const code = typed.trim();
    if (code === "") {
      keep({ typed, refused: null });
      form.current?.querySelector("input")?.focus();
      return;
    }
    setPending(true);
    const refused = await send(code);
    setPending(false);
    keep({ typed, refused });
  };
  return (
    <details>
      <summary className={summary.summary}>Have a code?</summary>
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
          fault={{ id: said, shown: isWrong && typed === sent?.typed }}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            if (sent?.typed.trim() === "") keep(null);
          }}
        />
        <Button look="secondary" type="submit" pending={pending}>
          Apply
        </Button>
      </form>
    </details>
  );
}
