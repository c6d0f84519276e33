import type { Step, ValueName } from "../../generated/contract.ts";
import { unanswered } from "../../generated/unanswered.ts";
import { askingFor, leftOff } from "../core/left-off.ts";
import { useTold } from "../hooks/use-given.ts";
import { usePage } from "../hooks/use-page.ts";
import { useStepNavigation } from "../hooks/use-step-navigation.ts";
import { Sections } from "../sections/sections.tsx";
import { Button } from "../ui/button.tsx";
import { Heading } from "../ui/heading.tsx";
import { Lead, Screen } from "../ui/screen.tsx";
import { Inline } from "../ui/text.tsx";
import styles from "./unanswered.module.css";

/** How many of the missing questions are named. */
const NAMED_MAX = 3;

export interface UnansweredProps {
  readonly missing: readonly ValueName[];
  /** False where the page itself is shown, with other words, and this stands below it. */
  readonly alone: boolean;
}

/** What a page is made from whose answers are missing, and the way to the quiz. */
export function Page({ missing, alone }: UnansweredProps) {
  const { page, props, basis } = usePage().step;
  if (!alone)
    return (
      <div className={styles.below}>
        <WayToQuiz missing={missing} />
      </div>
    );
  const sections = "sections" in props ? (props.sections ?? []) : [];
  const stays = sections.filter((_, i) => basis?.stays?.includes(i));
  return (
    <Screen
      head={
        <Heading>
          <Inline text={basis?.words?.heading ?? unanswered[page]} />
        </Heading>
      }
    >
      <WayToQuiz missing={missing} />
      {stays.length === 0 ? null : (
        <div className={styles.stays}>
          <Sections items={stays} />
        </div>
      )}
    </Screen>
  );
}

/** What is missing, in the words of the questions, and the button to the first of them. */
function WayToQuiz({ missing }: Pick<UnansweredProps, "missing">) {
  const { funnel, step } = usePage();
  const words = step.basis?.words;
  const told = useTold();
  const goTo = useStepNavigation();
  const target = leftOff(funnel, missing, told);
  const began = Object.keys(told.answers).length > 0;
  return (
    <div className={styles.way} data-unanswered="">
      {words?.text === undefined ? (
        <MadeFrom missing={missing} began={began} />
      ) : (
        <Lead>
          <Inline text={words.text} />
        </Lead>
      )}
      {target === null ? null : (
        <Button action="continue" onClick={() => goTo(target)}>
          {words?.button === undefined ? (
            `${began ? "Continue" : "Start"} the quiz`
          ) : (
            <Inline text={words.button} />
          )}
        </Button>
      )}
    </div>
  );
}

function MadeFrom({
  missing,
  began,
}: {
  missing: readonly ValueName[];
  began: boolean;
}) {
  const asked = askingFor(usePage().funnel, missing);
  const named = asked
    .flatMap((step) => questionOf(step) ?? [])
    .slice(0, NAMED_MAX);
  const more = asked.length - named.length;
  return (
    <>
      <Lead>
        {began
          ? "Some of the answers that this page needs are not here yet:"
          : "You have not answered anything yet. This page needs your answers to:"}
      </Lead>
      <ul className={styles.list}>
        {named.map((words) => (
          <li key={words}>{words}</li>
        ))}
        {more === 0 ? null : (
          <li>
            {named.length === 0 ? "" : "and "}
            {more} {more === 1 ? "question" : "questions"}
            {named.length === 0 ? "" : " more"}
          </li>
        )}
      </ul>
    </>
  );
}

/** A question as it is asked, where it says the same to everybody. */
function questionOf({ props }: Step): string | null {
  const ask = "ask" in props ? props.ask : null;
  return typeof ask === "string" ? ask : null;
}
