import type { PageProps } from "../../../generated/names.ts";
import { Amount } from "../../offer/amount.tsx";
import { Option, OptionWords } from "../../offer/option.tsx";
import { Picture } from "../../ui/picture.tsx";
import styles from "./page.module.css";

export function GiftOption(props: {
  gift: PageProps["gift"]["gifts"][number];
  group: string;
  checked: boolean;
  onPick: () => void;
}) {
  const { gift, ...choice } = props;
  return (
    <Option {...choice} product={gift.product}>
      <OptionWords label={gift.label} note={gift.note}>
        <span className={styles.price}>
          <Amount product={gift.product} />
        </span>
      </OptionWords>
      {gift.picture === undefined ? null : (
        <Picture picture={gift.picture} className={styles.thumb} />
      )}
    </Option>
  );
}
