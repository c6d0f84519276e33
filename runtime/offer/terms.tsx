import { dayWords } from "../../generated/day-words.ts";
import { unbroken } from "../../generated/unbroken.ts";
import { useRenewalDay } from "../hooks/use-day.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { usePrice } from "../hooks/use-price.ts";
import { Room } from "../ui/room.tsx";
import surface from "../ui/surface.module.css";

interface TermsProps {
  readonly product: string;
  readonly id?: string;
  /** Whether what the visitor has paid with before is charged. */
  readonly isSaved?: boolean;
}

const TERMS = `${surface.small} ${surface.sums}`;

/** What is paid today, by what where that is known, and what follows: in one place beside the button. */
export function Terms({ product, id, isSaved = false }: TermsProps) {
  return (
    <p id={id} className={TERMS}>
      {useTermsWords(product, isSaved)}
    </p>
  );
}

/** The room of the same, with what is charged: whether it is named is known later. */
export function RoomForTerms({ product }: Pick<TermsProps, "product">) {
  return (
    <p className={TERMS}>
      <Room text={useTermsWords(product, true)} />
    </p>
  );
}

function useTermsWords(product: string, isSaved: boolean): string {
  const { text, renewal, product: sold } = usePrice()(product);
  const hydrated = useHydrated();
  const first = useRenewalDay(sold.days ?? renewal?.everyDays ?? 0);
  const today = useRenewalDay(0);
  const by = isSaved ? ", with the card or account you used here" : "";
  if (renewal === null)
    return `One payment ${unbroken(`of ${text}`)}${by}. It does not renew.`;
  const terms = `${unbroken(`${text} today`)}${by}. ${renewal.text}`;
  // The page was built on another day than it is read.
  if (!hydrated) return terms;
  // After a year it is the day on which it is read.
  const withYear = first.getFullYear() !== today.getFullYear();
  return `${terms} First renewal: ${unbroken(dayWords(first, { withYear }))}.`;
}
