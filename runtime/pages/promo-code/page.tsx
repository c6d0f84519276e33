import type { PageProps } from "../../../generated/names.ts";
import { lowersAfterwards } from "../../core/price-words.ts";
import { useTimerEnded } from "../../hooks/use-deadline.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useNotGiven } from "../../hooks/use-not-given.ts";
import { useFunnel } from "../../hooks/use-page.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { NOT_GIVEN } from "../../offer/code-words.ts";
import { Coupon } from "../../offer/coupon.tsx";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";

const LATE =
  "The time for the prices that this code lowers has ended. The prices are without it.";

/** Where the server does not give the code, or it lowers nothing any more, nothing of what the page says of it holds. */
export function Page({
  heading,
  text,
  code: id,
  button,
}: PageProps["promo-code"]) {
  const { go } = useFlow<"promo-code">();
  const promo = usePromo(id);
  const notGiven = useNotGiven();
  const code = promo?.id === id ? promo.code : null;
  const refused = code === null && notGiven?.id === id ? notGiven.why : null;
  const funnel = useFunnel();
  const isLate = useTimerEnded() && !lowersAfterwards(funnel, id);
  const why = refused === null ? (isLate ? LATE : null) : NOT_GIVEN[refused];
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
              <Lead>{why}</Lead>
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
