import type { PageProps } from "../../generated/names.ts";
import surface from "../ui/surface.module.css";
import { Sections } from "../sections/sections.tsx";
import { Heading } from "../ui/heading.tsx";
import { Picture } from "../ui/picture.tsx";
import { Screen } from "../ui/screen.tsx";
import { Blocks, Inline } from "../ui/text.tsx";
import { Amount } from "../offer/amount.tsx";
import { Bought, useBought } from "../offer/bought.tsx";
import { Deal } from "../offer/deal.tsx";
import styles from "./one-product.module.css";
import { LedgerLine } from "../offer/ledger-line.tsx";
import { Outcome } from "../offer/outcome.tsx";
import { usePrice } from "../hooks/use-price.ts";

/**
 * One product for one tap: what an upsell and a downsell have in common. What it is and what it costs is said before all
 * that is told of it, which the buttons at the foot of a small screen may lie over until it is scrolled.
 */
export function OneProduct({
  offer,
  onDecline,
}: {
  offer: PageProps["upsell"] | PageProps["downsell"];
  onDecline: () => void;
}) {
  const { name } = usePrice()(offer.product).product;
  const { bought, isSold } = useBought([offer.product]);
  return (
    <Screen
      head={
        <>
          <Heading>
            <Inline text={offer.heading} />
          </Heading>
          <LedgerLine paid={offer.paid} empty={offer.empty} />
          {offer.picture === undefined ? null : (
            <Picture
              picture={offer.picture}
              eager
              className={`${surface.framed} ${styles.picture}`}
            />
          )}
        </>
      }
      action={
        bought === null ? (
          <Deal
            product={offer.product}
            acceptLabel={offer.acceptLabel}
            declineLabel={offer.declineLabel}
            onDecline={onDecline}
          />
        ) : null
      }
    >
      <div className={styles.body}>
        {bought === null ? null : <Bought item={bought} />}
        <Outcome retryBy="saved" isSold={isSold} />
        {bought === null ? (
          <p className={styles.tag}>
            <span>{name}</span>
            <Amount product={offer.product} regular={offer.regular} />
          </p>
        ) : null}
        {offer.text === undefined ? null : (
          <div className={`${surface.aligned} ${styles.pitch}`}>
            <Blocks markdown={offer.text} />
          </div>
        )}
        {offer.sections === undefined ? null : (
          <Sections items={offer.sections} />
        )}
      </div>
    </Screen>
  );
}
