import { useEffect, useEffectEvent, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useCheckout } from "../../checkout/use-checkout.ts";
import { useDone } from "../../hooks/use-done.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useHydrated } from "../../hooks/use-hydrated.ts";
import { useStep } from "../../hooks/use-page.ts";
import { useBought } from "../../offer/bought.tsx";
import { OneProduct } from "../one-product.tsx";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";

/** Asked once: whoever comes back after an answer goes on. */
export function Page(props: PageProps["downsell"]) {
  const { go } = useFlow<"downsell">();
  const { isPaid, product } = useCheckout();
  const [answered, markAnswered] = useDone(useStep().id);
  const cameBack = useOnArrival(answered);
  const isTaken = isPaid && product === props.product;
  const { bought, isAsked } = useBought([props.product]);
  // Whoever has bought it is told so, and led on as a buyer.
  const isOver = cameBack && bought === null;

  useEffect(() => {
    if (isTaken) markAnswered();
  }, [isTaken, markAnswered]);

  const onward = useEffectEvent(() => go("decline"));
  useEffect(() => {
    if (isOver && !isAsked) onward();
  }, [isOver, isAsked]);

  const decline = () => {
    markAnswered();
    go("decline");
  };
  if (isOver) return <Answered onward={() => go("decline")} />;
  return <OneProduct offer={props} onDecline={decline} />;
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

/** What held when the visitor's state came back; what they do here afterwards does not change it. */
function useOnArrival(holds: boolean): boolean {
  const hydrated = useHydrated();
  const [arrival, setArrival] = useState({ hydrated, holds });
  if (arrival.hydrated === hydrated) return arrival.holds;
  setArrival({ hydrated, holds });
  return holds;
}
