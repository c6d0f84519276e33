import type { SectionProps } from "../../../generated/names.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { Coupon } from "../../offer/coupon.tsx";
import { Block } from "../../ui/block.tsx";

/** The code that the visitor was given; nothing for those who have none. */
export function Section({ heading }: SectionProps["promo"]) {
  const promo = usePromo();
  if (promo === null) return null;
  return (
    <Block section="promo" heading={heading}>
      <Coupon id={promo.id} code={promo.code} />
    </Block>
  );
}
