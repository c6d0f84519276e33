import { diagnose } from "../diagnostics/diagnostic.ts";
import { fromWords } from "../link/number-words.ts";
import type { Path } from "../parse/source.ts";
import { data } from "../schema/read.ts";
import { textsIn } from "./claims.ts";
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
  return about.flatMap(({ value, path }) =>
    textsIn(value, path).flatMap(({ text, path: place }) => {
      const wrong = [...text.matchAll(COUNTED)].find(([, words = ""]) => {
        const number = fromWords(words);
        return (
          number !== null && (number < count.fewest || number > count.most)
        );
      });
      if (wrong === undefined) return [];
      const span = source.span(place, "value");
      const said = { words: wrong[0], ...count };
      return [diagnose("claim/other-count", span, said)];
    }),
  );
};

function at(raw: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) ? value[Number(key)] : data(value)[key],
    raw,
  );
}
