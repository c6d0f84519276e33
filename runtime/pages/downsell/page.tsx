import { useEffect, useEffectEvent, useRef } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useCheckout } from "../../hooks/use-checkout.ts";
import { useDone } from "../../hooks/use-done.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useStep } from "../../hooks/use-page.ts";
import { OneTap } from "../../offer/one-tap.tsx";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";

/** Asked once: whoever comes back after an answer goes on. */
export function Page(props: PageProps["downsell"]) {
  const { go } = useFlow();
  const { status, product } = useCheckout();
  const [answered, markAnswered] = useDone(useStep().id);
  const answeredHere = useRef(false);
  const bought = status === "paid" && product === props.product;
  const onward = useEffectEvent(() => go(bought ? "accept" : "decline"));

  useEffect(() => {
    if (!bought) return;
    answeredHere.current = true;
    markAnswered();
  }, [bought, markAnswered]);

  useEffect(() => {
    if (answered && !answeredHere.current) onward();
  }, [answered]);

  if (answered && !answeredHere.current)
    return <Answered onward={() => go("decline")} />;
  const decline = () => {
    answeredHere.current = true;
    markAnswered();
    go("decline");
  };
  return <OneTap offer={props} onDecline={decline} />;
}

function Answered({ onward }: { onward: () => void }) {
  return (
    <Screen
      head={<Heading>You have already answered this offer</Heading>}
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
