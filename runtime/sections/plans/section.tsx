import { useContext, useId, useRef } from "react";
import { useTimerEnded } from "../../hooks/use-deadline.ts";
import { usePrice } from "../../hooks/use-price.ts";
import { pickedIn } from "../../offer/option.tsx";
import {
  PlanContext,
  planOf,
  type Plans,
  soldBy,
  soldProduct,
} from "../../offer/plan.ts";
import { Assurance } from "../../offer/assurance.tsx";
import { CodeEntry } from "../../offer/code-entry.tsx";
import { Terms } from "../../offer/terms.tsx";
import { Button } from "../../ui/button.tsx";
import { useDoneBefore } from "../../ui/done-before.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { PlanOption } from "./plan-option.tsx";
import { Total } from "./total.tsx";
import styles from "./section.module.css";

/** A longer sum, such as "CA$37.99", has no room on a phone beside those of two other plans. */
const LONGEST_IN_A_ROW = "$99.99".length;

export function Section(section: Plans) {
  const choice = useContext(PlanContext);
  const ended = useTimerEnded();
  const price = usePrice();
  const id = useId();
  const options = useRef<HTMLFieldSetElement>(null);
  useDoneBefore(options, (root) => {
    const picked = pickedIn(root);
    if (picked !== null) choice?.pick(picked);
  });
  const plan = planOf(section, choice?.picked ?? null);
  if (choice === null || plan === null) return null;
  const product = soldProduct(plan, ended);
  const isLong = section.plans.some(
    (each) => price(soldProduct(each, ended)).text.length > LONGEST_IN_A_ROW,
  );
  return (
    <Block
      section="plans"
      heading={section.heading}
      as="card"
      className={styles.plans}
    >
      <fieldset
        ref={options}
        className={styles.options}
        data-form={isLong ? "a" : choice.form}
        disabled={choice.pending}
      >
        <legend className="sr-only">Plans</legend>
        {section.plans.map((each) => (
          <PlanOption
            key={each.product}
            plan={each}
            ended={ended}
            group={id}
            checked={each === plan}
            onPick={() => choice.pick(each.product)}
          />
        ))}
      </fieldset>
      <Total plan={plan} ended={ended} />
      <CodeEntry
        hasField={section.promo}
        products={section.plans.flatMap(soldBy)}
        product={product}
      />
      <div className={styles.actions}>
        <Button
          action="buy"
          data-product={product}
          aria-describedby={`${id}-terms`}
          pending={choice.pending}
          onClick={() => choice.buy(product)}
        >
          <Inline text={section.button ?? choice.button} />
        </Button>
        <Terms product={product} id={`${id}-terms`} />
        <Assurance days={choice.guarantee} />
        <Button look="text" action="decline" onClick={choice.decline}>
          <Inline text={choice.declineLabel} />
        </Button>
      </div>
    </Block>
  );
}
