import { isBlank } from "../../core/blank.ts";
import { cut } from "../../core/cut.ts";
import { useRef, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useAnswer } from "../../hooks/use-answer.ts";
import { useContact } from "../../hooks/use-contact.ts";
import { draftsOf, useDraft } from "../../hooks/use-draft.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useText } from "../../hooks/use-text.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { useDoneBefore } from "../../ui/done-before.ts";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";

const drafts = draftsOf<string>();

export function Page(props: PageProps["text"]) {
  const { ask, help, label, placeholder, autocomplete, maxLength } = props;
  const ids = useAskIds();
  const text = useText();
  const { go } = useFlow<"text">();
  const { value, answer } = useAnswer();
  const contact = useContact();
  const known = props.contact === "name" ? contact.name : null;
  const [draft, setDraft] = useDraft(drafts);
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const typed = draft ?? (value === null ? (known ?? "") : String(value));

  useDoneBefore(box, (root) => {
    const before = root.querySelector("input")?.value ?? "";
    if (before !== "") setDraft(before);
  });
  const submit = () => {
    const kept = tidy(typed, maxLength);
    if (kept === "") return setError("Please fill this in.");
    answer(kept);
    setDraft(null);
    if (props.contact === "name") void contact.submit({ name: kept });
    go("next");
  };
  return (
    <Form onSubmit={submit}>
      <Screen
        head={<Ask ask={ask} help={help} />}
        action={
          <StickyAction>
            <Button type="submit" action="continue">
              <Inline text={props.button} />
            </Button>
          </StickyAction>
        }
      >
        <div ref={box} data-question={ids.name} data-answer>
          <Field
            id={ids.name}
            label={<Inline text={label} />}
            aria-describedby={help === undefined ? undefined : ids.help}
            error={error}
            type="text"
            autoComplete={autocomplete}
            autoCapitalize={autocomplete === "off" ? "sentences" : "words"}
            enterKeyHint="next"
            maxLength={maxLength}
            placeholder={
              placeholder === undefined ? undefined : text(placeholder)
            }
            value={typed}
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

/** One line, no stray blanks or control characters, no longer than allowed. */
function tidy(typed: string, maxLength: number): string {
  if (isBlank(typed)) return "";
  return cut(typed.replace(/[\s\p{Cc}]+/gu, " ").trim(), maxLength).trim();
}
