import type { PageProps } from "../../../generated/names.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, choicesClass } from "../../ui/choice.tsx";
import { useNumberKeys } from "../../ui/number-keys.ts";
import { Screen } from "../../ui/screen.tsx";
import { ActionBelow } from "../../ui/sticky-action.tsx";
import { useTapAnswer } from "../use-tap-answer.ts";

export function Page({ ask, help, options, layout }: PageProps["single"]) {
  const ids = useAskIds();
  const { chosen, standing, group, pick, onClick, onContinue } = useTapAnswer(
    (value) => value,
  );
  useNumberKeys((digit) => {
    const option = options[digit - 1];
    if (option !== undefined) pick(option.value);
  });
  return (
    <Screen
      head={<Ask ask={ask} help={help} />}
      wide={layout === "pictures"}
      action={
        standing ? (
          <ActionBelow>
            <Button action="continue" onClick={onContinue}>
              Continue
            </Button>
          </ActionBelow>
        ) : null
      }
    >
      <fieldset
        {...group}
        data-question={ids.name}
        data-answer
        aria-labelledby={ids.ask}
        aria-describedby={help === undefined ? undefined : ids.help}
      >
        <div className={choicesClass(layout)}>
          {options.map((option) => (
            <Choice
              key={option.value}
              type="radio"
              name={ids.name}
              option={option}
              checked={chosen === option.value}
              onClick={onClick}
            />
          ))}
        </div>
      </fieldset>
    </Screen>
  );
}
