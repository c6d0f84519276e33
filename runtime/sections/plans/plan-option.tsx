import { unbroken } from "../../../generated/unbroken.ts";
import { usePrice } from "../../hooks/use-price.ts";
import { Amount } from "../../offer/amount.tsx";
import { Option, OptionWords } from "../../offer/option.tsx";
import { type Plan, soldProduct } from "../../offer/plan.ts";
import { Inline } from "../../ui/text.tsx";
import styles from "./plan-option.module.css";

export function PlanOption(props: {
  plan: Plan;
  ended: boolean;
  group: string;
  checked: boolean;
  onPick: () => void;
}) {
  const { plan, ended, ...choice } = props;
  const product = soldProduct(plan, ended);
  const { perDay } = usePrice()(product);
  return (
    <Option {...choice} product={plan.product} className={styles.plan}>
      <OptionWords label={plan.label} note={plan.note} />
      <span className={styles.price}>
        <Amount product={product} regular={ended ? null : plan.regular} />
        {perDay === null ? null : (
          <span className={styles.day}>{unbroken(`${perDay} a day`)}</span>
        )}
      </span>
      {plan.badge === undefined ? null : (
        <span className={styles.badge}>
          <Inline text={plan.badge} />
        </span>
      )}
    </Option>
  );
}
