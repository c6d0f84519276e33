import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { eachText } from "../link/each-text.ts";
import type { FunnelNode } from "../link/program.ts";
import { fromWords } from "../link/number-words.ts";
import type { Path } from "../diagnostics/span.ts";
import { data } from "../schema/read.ts";
import { NAMES } from "./claims.ts";
import type { FunnelRule } from "./rule.ts";

/** "Twenty-six short questions", "28 honest answers". From ten on: a smaller number may well be of something else. */
const COUNTED =
  /\b(\d{2,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)(?: (?!of\b|more\b|other\b|further\b)[a-z-]+)? (?:questions|answers)\b/gi;

/** A number of questions that the quiz, or the words about it, name, and that no way through the funnel has. */
export const questionCount: FunnelRule = ({
  source,
  funnel,
  traits,
  origins,
  count,
}) => {
  if (count.most === 0) return [];
  const raw = data(source.data);
  const about = [
    ...["title", "description"].map((key) => ({
      value: raw[key],
      path: [key],
    })),
    ...funnel.steps.flatMap((step, i) => {
      const path = origins[i];
      // What offers promise is no question of the quiz.
      return path === undefined || traits.pages[step.page]?.flow !== "forward"
        ? []
        : [{ value: at(raw, path), path }];
    }),
  ];
  const found: Diagnostic[] = [];
  for (const { value, path } of about)
    eachText(
      value,
      path,
      (text, place) => {
        const words = wrongIn(text, count);
        if (words === null) return;
        const span = source.span(place, "value");
        found.push(diagnose("claim/other-count", span, { words, ...count }));
      },
      NAMES,
    );
  return found;
};

/** Every count has one of these words; most texts have none of them. */
const MAY_COUNT = /questions|answers/i;

/** The first number of questions that is none. */
function wrongIn(
  text: string,
  { fewest, most }: FunnelNode["count"],
): string | null {
  if (!MAY_COUNT.test(text)) return null;
  const wrong = [...text.matchAll(COUNTED)].find(([, words = ""]) => {
    const number = fromWords(words);
    return number !== null && (number < fewest || number > most);
  });
  return wrong?.[0] ?? null;
}

function at(raw: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) ? value[Number(key)] : data(value)[key],
    raw,
  );
}
