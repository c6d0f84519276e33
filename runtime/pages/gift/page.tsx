import { useId, useRef, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { Bought, useBought } from "../../offer/bought.tsx";
import { Deal } from "../../offer/deal.tsx";
import { LedgerLine } from "../../offer/ledger-line.tsx";
import { pickedIn } from "../../offer/option.tsx";
import { Outcome } from "../../offer/outcome.tsx";
import { Sections } from "../../sections/sections.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Screen } from "../../ui/screen.tsx";
import { useDoneBefore } from "../../ui/done-before.ts";
import { Blocks, Inline } from "../../ui/text.tsx";
import { GiftOption } from "./gift-option.tsx";
import surface from "../../ui/surface.module.css";
import styles from "./page.module.css";

/** Opt-in: nothing that costs money is picked beforehand. */
export function Page(props: PageProps["gift"]) {
  const {
    heading,
    paid,
    empty,
    text,
    picture,
    alt,
    gifts,
    sections,
    acceptLabel,
    declineLabel,
  } = props;
  const { go } = useFlow<"gift">();
  const { bought, isSold } = useBought(gifts.map(({ product }) => product));
  const offered = gifts.filter(({ product }) => isSold(product));
  const allBought = isSold(null) ? null : bought;
  const [picked, setPicked] = useState<string | null>(null);
  const group = useId();
  const options = useRef<HTMLFieldSetElement>(null);
  useDoneBefore(options, (root) => setPicked(pickedIn(root)));
  return (
    <Screen
      head={
        <>
          <Heading>
            <Inline text={heading} />
          </Heading>
          <LedgerLine paid={paid} empty={empty} />
          {picture === undefined ? null : (
            <Picture
              picture={picture}
              alt={alt}
              eager
              className={`${surface.framed} ${styles.picture}`}
            />
          )}
        </>
      }
      action={
        allBought === null ? (
          <Deal
            product={picked !== null && isSold(picked) ? picked : null}
            why="Choose a gift first"
            acceptLabel={acceptLabel}
            declineLabel={declineLabel}
            onDecline={() => go("decline")}
          />
        ) : null
      }
    >
      <div className={styles.body}>
        {allBought === null ? null : <Bought item={allBought} />}
        <Outcome retryBy="saved" isSold={isSold} />
        {text === undefined ? null : (
          <div className={surface.aligned}>
            <Blocks markdown={text} />
          </div>
        )}
        {offered.length === 0 ? null : (
          <fieldset ref={options} className={styles.gifts}>
            <legend className="sr-only">Gifts</legend>
            {offered.map((gift) => (
              <GiftOption
                key={gift.product}
                gift={gift}
                group={group}
                checked={gift.product === picked}
                onPick={() => setPicked(gift.product)}
              />
            ))}
          </fieldset>
        )}
        {sections === undefined ? null : <Sections items={sections} />}
      </div>
    </Screen>
  );
}
