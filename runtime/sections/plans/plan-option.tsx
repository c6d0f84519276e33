import { usePrice } from "../../hooks/use-price.ts";
import { Amount } from "../../offer/amount.tsx";
import { type Plan, soldProduct } from "../../offer/plan.ts";
import { Inline } from "../../ui/text.tsx";
import styles from "./plan-option.module.css";

/** One plan: a native radio laid over its card. What it costs is part of its name. */
export function PlanOption(props: {
  plan: Plan;
  ended: boolean;
  group: string;
  checked: boolean;
  onPick: () => void;
}) {
  const { plan, ended, group, checked, onPick } = props;
  const product = soldProduct(plan, ended);
  const { perDay } = usePrice()(product);
  return (
    <label className={styles.plan}>
      <input
        className={styles.control}
        type="radio"
        name={group}
        value={plan.product}
        checked={checked}
        onChange={onPick}
      />
      <span className={styles.mark} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.name}>
          <Inline text={plan.label} />
        </span>
        {plan.note === undefined ? null : (
          <span className={styles.note}>
            <Inline text={plan.note} />
          </span>
        )}
      </span>
      <span className={styles.price}>
        <Amount product={product} regular={ended ? null : plan.regular} />
        {perDay === null ? null : (
          <span className={styles.day}>{perDay} a day</span>
        )}
      </span>
      {plan.badge === undefined ? null : (
        <span className={styles.badge}>
          <Inline text={plan.badge} />
        </span>
      )}
    </label>
  );
}
