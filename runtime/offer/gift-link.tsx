import type { PassedOn } from "../checkout/use-purchases.ts";
import { Link } from "../ui/link.tsx";
import { Copy } from "./copy.tsx";
import styles from "./gift-link.module.css";

/** The link that opens a gift, to pass on, and whether somebody has opened it. */
export function GiftLink({ url, places, opened }: PassedOn) {
  return (
    <div className={styles.gift} data-gift="">
      <p>{opened >= places ? "Your gift is open." : "Pass this link on:"}</p>
      {opened >= places ? null : (
        <>
          <p className={styles.link} data-private>
            <Link href={url}>{url}</Link>
          </p>
          <Copy text={url} what="the link" />
        </>
      )}
      <p className={styles.note}>{wordsOf(places, opened)}</p>
    </div>
  );
}

function wordsOf(places: number, opened: number): string {
  if (places === 1)
    return opened === 0
      ? "Whoever opens it first has the gift: it can be opened once."
      : "Whoever you gave the link to has opened it.";
  return opened === 0
    ? `${places} people can open it.`
    : `${opened} of ${places} people have opened it.`;
}
