import { useRef, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useAhead } from "../../hooks/use-ahead.ts";
import { useAnswer } from "../../hooks/use-answer.ts";
import { draftsOf, useDraft } from "../../hooks/use-draft.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useHydrated } from "../../hooks/use-hydrated.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { useDoneBefore } from "../../ui/done-before.ts";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import { dateFault, resolveBound, today } from "./dates.ts";
import styles from "./page.module.css";

const drafts = draftsOf<string>();

export function Page({
  ask,
  help,
  earliest,
  latest,
  button,
}: PageProps["date"]) {
  const ids = useAskIds();
  const { go } = useFlow<"date">();
  const { value, answer } = useAnswer();
  const [draft, setDraft] = useDraft(drafts);
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const typed = draft ?? (typeof value === "string" ? value : "");
  const day = today(useAhead());
  // The build does not know the visitor's day, and the first render must not differ from it.
  const now = useHydrated() ? day : null;
  const bounds = {
    earliest: resolveBound(earliest, now),
    latest: resolveBound(latest, now),
  };

  useDoneBefore(box, (root) => {
    const before = root.querySelector("input")?.value ?? "";
    if (before !== "") setDraft(before);
  });
  const submit = () => {
    const half =
      box.current?.querySelector("input")?.validity.badInput ?? false;
    const fault = dateFault(typed, bounds, half, day);
    if (fault !== null) return setError(fault);
    answer(typed);
    setDraft(null);
    go("next");
  };
  return (
    <Form onSubmit={submit}>
      <Screen
        head={<Ask ask={ask} help={help} />}
        action={
          <StickyAction>
            <Button type="submit" action="continue">
              <Inline text={button} />
            </Button>
          </StickyAction>
        }
      >
        <div
          ref={box}
          className={styles.date}
          data-question={ids.name}
          data-answer
        >
          <Field
            id={ids.name}
            labelledBy={ids.ask}
            aria-describedby={help === undefined ? undefined : ids.help}
            error={error}
            type="date"
            min={bounds.earliest ?? undefined}
            max={bounds.latest ?? undefined}
            value={typed}
            after={<Icon name="calendar" className={styles.icon} />}
            onChange={(event) => {
              setError(null);
              setDraft(event.currentTarget.value);
            }}
          />
        </div>
      </Screen>
    </Form>
  );
}
