import { useRef, useState } from "react";
import type { Text } from "../../../generated/contract.ts";
import type { PageProps } from "../../../generated/names.ts";
import { NONE } from "../../core/answers.ts";
import { useAnswer } from "../../hooks/use-answer.ts";
import { draftsOf, useDraft } from "../../hooks/use-draft.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, choicesClass } from "../../ui/choice.tsx";
import { useDoneBefore } from "../../ui/done-before.ts";
import { useNumberKeys } from "../../ui/number-keys.ts";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./page.module.css";
import { missing, range, toggle } from "./picks.ts";

const drafts = draftsOf<readonly string[]>();

export function Page(props: PageProps["multi"]) {
  const { ask, options, layout, none, button } = props;
  const ids = useAskIds();
  const { go } = useFlow<"multi">();
  const { answer } = useAnswer();
  const { picks, full, group, flip, forget } = usePicks(props);
  const values = options.map((option) => option.value);
  const why = missing(picks, props.min);

  useNumberKeys((digit) => {
    const value = values[digit - 1];
    if (value !== undefined) flip(value);
  });
  const choice = (value: string) =>
    ({
      type: "checkbox",
      name: ids.name,
      checked: picks.includes(value),
      onChange: () => flip(value),
    }) as const;
  return (
    <Screen
      head={<Ask ask={ask} help={props.help ?? range(props)} />}
      wide={layout === "pictures"}
      action={
        <StickyAction>
          <output className={styles.full}>
            {full ? `That is ${props.max} already. Remove one to swap it.` : ""}
          </output>
          <Button
            action="continue"
            why={why}
            keepsLabel
            onClick={() => {
              answer(picks);
              forget();
              go("next");
            }}
          >
            <Label
              button={button}
              count={picks.includes(NONE) ? 0 : picks.length}
            />
          </Button>
        </StickyAction>
      }
    >
      <fieldset
        ref={group}
        data-question={ids.name}
        data-answer
        aria-labelledby={ids.ask}
        aria-describedby={ids.help}
      >
        <div className={choicesClass(layout)}>
          {options.map((option) => (
            <Choice
              key={option.value}
              option={option}
              {...choice(option.value)}
            />
          ))}
          {none === undefined ? null : (
            <Choice
              apart
              option={{ value: NONE, label: none }}
              {...choice(NONE)}
            />
          )}
        </div>
      </fieldset>
    </Screen>
  );
}

/** What is ticked now: as stored, until the visitor touches it. */
function usePicks(props: PageProps["multi"]) {
  const { value } = useAnswer();
  const [draft, setDraft] = useDraft(drafts);
  const [full, setFull] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const stored = typeof value === "object" && value !== null ? value : [];
  const picks = draft ?? stored;

  useDoneBefore(group, (root) => {
    const ticked = [...root.querySelectorAll("input")].filter((i) => i.checked);
    if (ticked.length > 0) setDraft(ticked.map((input) => input.value));
  });
  const flip = (flipped: string) => {
    const next = toggle(picks, flipped, props);
    setFull(next === null);
    if (next !== null) setDraft(next);
  };
  return {
    picks,
    full,
    group,
    flip,
    /** From now on the stored answer stands. */
    forget: () => setDraft(null),
  };
}

function Label({ button, count }: { button: Text; count: number }) {
  return (
    <>
      <Inline text={button} />
      <span
        className={styles.count}
        data-count={count}
        hidden={count === 0}
        aria-hidden="true"
      />
      {count === 0 ? null : (
        <span className="sr-only">{`(${count} chosen)`}</span>
      )}
    </>
  );
}
