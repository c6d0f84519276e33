import { useHydrated } from "../hooks/use-hydrated.ts";
import { usePrice } from "../hooks/use-price.ts";
import { dayWords } from "../../generated/day-words.ts";
import { dayFromNow } from "../core/day.ts";
import { unbroken } from "../../generated/unbroken.ts";
import surface from "../ui/surface.module.css";

/** What is paid today and what follows, in one place beside the button. */
export function Terms({ product, id }: { product: string; id?: string }) {
  const { text, renewal, product: sold } = usePrice()(product);
  const hydrated = useHydrated();
  if (renewal === null) {
    return (
      <p id={id} className={surface.small}>
        One payment {unbroken(`of ${text}`)}. It does not renew.
      </p>
    );
  }
  const firstDays = sold.days ?? renewal.everyDays;
  return (
    <p id={id} className={surface.small}>
      {unbroken(`${text} today.`)} {renewal.text}
      {/* The page was built on another day than it is read. */}
      {hydrated ? ` First renewal: ${dayWords(dayFromNow(firstDays))}.` : null}
    </p>
  );
}
