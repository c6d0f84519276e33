import type { PageProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import styles from "./quotes.module.css";

/** Illustrative words meanwhile, one after another. All stand in one cell, so that a longer one moves nothing. */
export function Quotes({
  quotes,
  at,
}: {
  quotes: NonNullable<PageProps["analyzing"]["quotes"]>;
  at: number;
}) {
  const shown = Math.min(quotes.length - 1, Math.floor(at * quotes.length));
  return (
    <div className={styles.quotes}>
      {quotes.map((quote, i) => (
        <figure
          key={i}
          className={styles.quote}
          data-shown={i === shown}
          aria-hidden={i !== shown}
        >
          <blockquote>
            <Inline text={quote.text} />
          </blockquote>
          <figcaption>
            <Inline text={quote.name} /> · illustrative
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
