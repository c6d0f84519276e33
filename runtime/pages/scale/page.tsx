import type { PageProps } from "../../../generated/names.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { useNumberKeys } from "../../ui/number-keys.ts";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import { useOneTap } from "../one-tap.ts";
import styles from "./page.module.css";

/** More than these stand in two rows on a phone, so that each stays large enough for a thumb. */
const ONE_ROW = 6;

export function Page(props: PageProps["scale"]) {
  const { ask, help, statement, from, to, low, high } = props;
  const ids = useAskIds();
  const tap = useOneTap(Number);
  const marks = Array.from(
    { length: to - from + 1 },
    (_, index) => from + index,
  );
  useNumberKeys((digit) => {
    if (marks.includes(digit)) tap.pick(String(digit));
  });
  return (
    <Screen
      head={<Ask ask={ask} help={help} />}
      action={
        tap.standing ? (
          <StickyAction>
            <Button action="continue" onClick={tap.onContinue}>
              Continue
            </Button>
          </StickyAction>
        ) : null
      }
    >
      {statement === undefined ? null : (
        <blockquote className={styles.statement}>
          <Inline text={statement} />
        </blockquote>
      )}
      <fieldset
        {...tap.group}
        data-question={ids.name}
        aria-labelledby={ids.ask}
      >
        <div className={marks.length > ONE_ROW ? styles.many : styles.few}>
          {marks.map((mark) => (
            <label key={mark} className={styles.mark}>
              <input
                className={styles.control}
                type="radio"
                name={ids.name}
                value={mark}
                checked={tap.chosen === String(mark)}
                aria-describedby={end(mark, props, ids.name)}
                onChange={ignore}
                onClick={tap.onClick}
              />
              {mark}
            </label>
          ))}
        </div>
        <div className={styles.ends}>
          <span id={`${ids.name}-low`}>
            <Inline text={low} />
          </span>
          <span id={`${ids.name}-high`}>
            <Inline text={high} />
          </span>
        </div>
      </fieldset>
    </Screen>
  );
}

/** The ends are read out with the numbers that they belong to. */
function end(mark: number, { from, to }: PageProps["scale"], name: string) {
  if (mark === from) return `${name}-low`;
  return mark === to ? `${name}-high` : undefined;
}

/** The answer is given on click; React asks for a handler beside `checked`. */
function ignore() {}
