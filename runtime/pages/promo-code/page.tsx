import { useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./page.module.css";

export function Page({
  heading,
  text,
  prefix,
  saves,
  button,
}: PageProps["promo-code"]) {
  const { go } = useFlow();
  const code = usePromo(prefix);
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
      <div className={styles.coupon}>
        <p className={styles.saves}>
          <Inline text={saves} />
        </p>
        <p className={styles.code}>
          <span className="sr-only">Your code: </span>
          {/* Until it is made, something of the same width keeps its place. */}
          {code ?? <span aria-hidden="true">{`${prefix}-····`}</span>}
        </p>
        <Copy code={code} />
        <p className={styles.note}>
          It is applied by itself. You need not type it anywhere.
        </p>
      </div>
    </Screen>
  );
}

function Copy({ code }: { code: string | null }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    if (code !== null) setSaid(await copied(code));
  };
  return (
    <div className={styles.copy}>
      <Button look="secondary" onClick={() => void copy()}>
        Copy the code
      </Button>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}

/** Clipboards refuse in frames, without a permission or without https. */
async function copied(code: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(code);
    return "Copied.";
  } catch {
    return "Your browser did not allow it. Press and hold the code to copy it.";
  }
}
