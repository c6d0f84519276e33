import {
  diagnose,
  type Diagnostic,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import type { FunnelNode } from "../link/program.ts";
import { fromWords, TENS_WORDS } from "../link/number-words.ts";
import { narrow } from "../link/narrow.ts";
import { isUnder, pathOf, textFilter, textsWith } from "../link/texts.ts";
import type { Path } from "../diagnostics/span.ts";
import { isDenied } from "./claim-denied.ts";
import type { Subject } from "./claim-subject.ts";
import { NAMES } from "./claim-texts.ts";
import type { FunnelRule } from "./rule.ts";

/** "Twenty-six short questions", "28 honest answers". From ten on: a smaller number may well be of something else. */
const COUNTED = new RegExp(
  String.raw`(?<![\d.,])\b(\d{2,3}|(?:${TENS_WORDS})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)(?: (?!of\b|more\b|other\b|further\b)[a-z-]+)? (?:questions|answers)\b`,
  "gi",
);

/** What follows where the quiz is meant: nothing, or what visitors do with its questions. */
const OF_QUIZ =
  /^\W*(?:$|[.,;:!?)(–-]|(?:about (?:you|your|how|what|the|when|where|why)|for|and|follow|later|ahead|left|to (?:answer|go|come)|in|that you|which you|you|we (?:ask|have)|behind|done|are|were|long|short|lead|tell|make|give|stand|so far)\b)/i;
/** What follows where others ask them: "twelve questions people ask us". */
const OF_OTHERS =
  /^\s*(?:(?:that|which) )?(?:people|others|readers|members|customers|clients|parents|couples|women|men|friends|doctors|everyone|everybody|they|to ask|asked|we (?:are asked|get|hear)|for your|from)\b/i;

/** A number of questions that the quiz, or the words about it, name, and that no way through the funnel has. */
export const questionCount: FunnelRule = (node) => {
  const { source, count } = node;
  if (count.most === 0) return [];
  return textsWith(source.data, COUNTING).flatMap(
    ({ text, place }): Diagnostic[] => {
      const wrong = wrongIn(text, count);
      if (wrong === null) return [];
      const path = pathOf(place);
      if (isUnder(NAMES, path.slice(2))) return [];
      if (!isAboutQuiz(path, node)) return [];
      const { words, subject } = wrong;
      const span = narrow(source, path, words);
      return [
        subject === "ours"
          ? diagnose(
              "claim/other-count",
              span,
              { words, ...count },
              [],
              // "1 questions" would be no better.
              count.most === 1
                ? undefined
                : counting(source, text, wrong, path),
            )
          : diagnose("claim/doubtful", span, { words, of: "count" }),
      ];
    },
  );
};

/** Whether a text stands on a page of the quiz, or tells others of it. What offers promise is no question of it. */
function isAboutQuiz(
  path: Path,
  {
    funnel,
    origins,
    traits,
  }: Pick<FunnelNode, "funnel" | "origins" | "traits">,
): boolean {
  return (
    (path.length === 1 && ["title", "description"].includes(String(path[0]))) ||
    funnel.steps.some(
      ({ page }, i) =>
        traits.pages[page]?.flow === "forward" &&
        origins[i]?.every((key, n) => key === path[n]) === true,
    )
  );
}

/** Every count has one of these words; most texts have none of them. */
const MAY_COUNT = /questions|answers/i;
const COUNTING = textFilter(
  (text) => MAY_COUNT.test(text) && text.search(COUNTED) !== -1,
);

/** A number of questions that is none. */
interface Wrong {
  readonly words: string;
  /** The number alone, as it is written. */
  readonly count: string;
  readonly from: number;
  readonly subject: Subject;
}

/** The number that is always right, in the form in which the wrong one is written. */
function counting(
  { file }: FunnelNode["source"],
  text: string,
  { from, count }: Wrong,
  place: Path,
): Fix {
  const name = /^\d/.test(count)
    ? "questions"
    : /^[A-Z]/.test(count)
      ? "Questions-in-words"
      : "questions-in-words";
  const value = `${text.slice(0, from)}{{ ${name} }}${text.slice(from + count.length)}`;
  const change = { kind: "set-value", file, path: [...place], value } as const;
  return { kind: "suggested", changes: [change] };
}

/** The first number of questions that the quiz does not have, and that is not said of others. */
function wrongIn(
  text: string,
  { fewest, asked }: FunnelNode["count"],
): Wrong | null {
  for (const match of text.matchAll(COUNTED)) {
    const [words, count = ""] = match;
    const number = fromWords(count);
    if (number === null || (number >= fewest && number <= asked)) continue;
    const behind = text.slice(match.index + words.length);
    if (OF_OTHERS.test(behind) || isDenied(text, match.index, words)) continue;
    const subject = OF_QUIZ.test(behind) ? "ours" : "unclear";
    return { words, count, from: match.index, subject };
  }
  return null;
}
