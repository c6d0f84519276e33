import { useAtomValue } from "jotai";
import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { REFUSED } from "../../offer/code-words.ts";
import { Coupon } from "../../offer/coupon.tsx";
import { refusedAtom } from "../../state/offer-terms.ts";
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
  const refused = useAtomValue(refusedAtom);
  const code = promo?.id === id ? promo.code : null;
  const onward = () => go("next");
  if (code === null && refused !== null && refused !== "unanswered")
    return <Unavailable why={REFUSED[refused]} onward={onward} />;
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
          <Button action="continue" onClick={onward}>
            <Inline text={button} />
          </Button>
        </StickyAction>
      }
    >
      <Coupon id={id} code={code} />
    </Screen>
  );
}

/** The server refuses the code: nothing of what the page says of it holds. */
function Unavailable({ why, onward }: { why: string; onward: () => void }) {
  return (
    <Screen
      head={
        <>
          <Heading>This code is not available</Heading>
          <div role="status">
            <Lead>{why}</Lead>
          </div>
        </>
      }
      action={
        <StickyAction>
          <Button action="continue" onClick={onward}>
            Continue
          </Button>
        </StickyAction>
      }
    />
  );
}
