import type { PageProps } from "../../../generated/names.ts";
import { useAtomValue } from "../../hooks/use-atom-value.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { NOT_GIVEN } from "../../offer/code-words.ts";
import { Coupon } from "../../offer/coupon.tsx";
import { notGivenAtom } from "../../state/offer-terms.ts";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";

/** Where the server does not give the code, nothing of what the page says of it holds. */
export function Page({
  heading,
  text,
  code: id,
  button,
}: PageProps["promo-code"]) {
  const { go } = useFlow<"promo-code">();
  const promo = usePromo(id);
  const notGiven = useAtomValue(notGivenAtom);
  const code = promo?.id === id ? promo.code : null;
  const why = code === null && notGiven?.id === id ? notGiven.why : null;
  return (
    <Screen
      head={
        <>
          <Heading>
            <Inline
              text={why === null ? heading : "This code is not available"}
            />
          </Heading>
          {why !== null ? (
            <div role="status">
              <Lead>{NOT_GIVEN[why]}</Lead>
            </div>
          ) : text === undefined ? null : (
            <Lead>
              <Inline text={text} />
            </Lead>
          )}
        </>
      }
      action={
        <StickyAction>
          <Button action="continue" onClick={() => go("next")}>
            <Inline text={why === null ? button : "Continue"} />
          </Button>
        </StickyAction>
      }
    >
      {why === null ? <Coupon id={id} code={code} /> : null}
    </Screen>
  );
}
