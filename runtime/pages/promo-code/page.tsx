import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { Coupon } from "../../offer/coupon.tsx";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";

export function Page({
  heading,
  text,
  code: id,
  button,
}: PageProps["promo-code"]) {
  const { go } = useFlow<"promo-code">();
  const promo = usePromo(id);
  return (
    <Screen
      head={
        <>
          <Heading>
            <Inline text={heading} />
          </Heading>
          {text === undefined ? null : (
            <Lead>
              <Inline text={text} />
            </Lead>
          )}
        </>
      }
      action={
        <StickyAction>
          <Button action="continue" onClick={() => go("next")}>
            <Inline text={button} />
          </Button>
        </StickyAction>
      }
    >
      <Coupon id={id} code={promo?.id === id ? promo.code : null} />
    </Screen>
  );
}
