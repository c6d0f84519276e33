import type { SectionProps } from "../../../generated/names.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { Coupon } from "../../offer/coupon.tsx";
import { Block } from "../../ui/block.tsx";

/** The code that the visitor was given; nothing for those who have none. */
export function Section({ heading, saves }: SectionProps["promo"]) {
  const code = usePromo();
  if (code === null) return null;
  return (
    <Block section="promo" heading={heading}>
      <Coupon code={code} saves={saves} />
    </Block>
  );
}
