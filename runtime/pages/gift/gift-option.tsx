import type { PageProps } from "../../../generated/names.ts";
import { Amount } from "../../offer/amount.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./gift-option.module.css";

export function GiftOption(props: {
  gift: PageProps["gift"]["gifts"][number];
  checked: boolean;
  onPick: () => void;
}) {
  const { gift, checked, onPick } = props;
  return (
    <label className={styles.gift}>
      <input
        className={styles.control}
        type="radio"
        name="gift"
        value={gift.product}
        checked={checked}
        onChange={onPick}
      />
      {gift.picture === undefined ? null : (
        <Picture picture={gift.picture} className={styles.picture} />
      )}
      <span className={styles.words}>
        <span className={styles.name}>
          <Inline text={gift.label} />
        </span>
        {gift.note === undefined ? null : (
          <span className={styles.note}>
            <Inline text={gift.note} />
          </span>
        )}
      </span>
      <Amount product={gift.product} />
      <span className={styles.mark} aria-hidden="true" />
    </label>
  );
}
