import { useContext, useId } from "react";
import { recurring } from "../../../generated/period.ts";
import { unbroken } from "../../../generated/unbroken.ts";
import { useTimerEnded } from "../../hooks/use-deadline.ts";
import { usePrice } from "../../hooks/use-price.ts";
import {
  PlanContext,
  planOf,
  type Plans,
  soldProduct,
} from "../../offer/plan.ts";
import surface from "../../ui/surface.module.css";
import { Terms } from "../../offer/terms.tsx";
import { Button } from "../../ui/button.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./closing.module.css";

/**
 * The end of an offer: the picked plan once more, and the way out. On a phone its button stays at the foot
 * of the screen from the picker downwards. Nothing more is needed where the page ends with the picker.
 */
export function Closing({
  plans,
  alone,
}: {
  plans: Plans | null;
  alone: boolean;
}) {
  const choice = useContext(PlanContext);
  const ended = useTimerEnded();
  const price = usePrice();
  const terms = useId();
  if (choice === null || (alone && plans !== null)) return null;
  const plan = plans === null ? null : planOf(plans, choice.picked);
  const decline = (
    <Button look="text" action="decline" onClick={choice.decline}>
      <Inline text={choice.declineLabel} />
    </Button>
  );
  if (plan === null) return decline;
  const product = soldProduct(plan, ended);
  const { text, renewal } = price(product);
  return (
    <>
      <StickyAction>
        <p className={`${surface.aligned} ${surface.sums} ${styles.words}`}>
          <strong>
            <Inline text={plan.label} />
          </strong>{" "}
          {unbroken("· ")}
          <span data-price>{text}</span>
          {unbroken(" today")}
          {renewal === null
            ? null
            : `, ${unbroken("then ")}${recurring(renewal.price, renewal.everyDays)}`}
        </p>
        <Button
          action="buy"
          data-product={product}
          aria-describedby={terms}
          pending={choice.pending}
          onClick={() => choice.buy(product)}
        >
          <Inline text={plans?.button ?? choice.button} />
        </Button>
      </StickyAction>
      <div className={styles.rest}>
        <Terms product={product} id={terms} />
        {decline}
      </div>
    </>
  );
}
