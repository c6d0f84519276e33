import type { Band, Score } from "../shared/contract.ts";
import { told, type Told } from "./change.ts";
import { readable } from "./values.ts";

/** What changes of scores and their bands; how many points a choice is worth is told of the choice. */
export function scoreChanges(
  before: readonly Score[],
  after: readonly Score[],
): Told[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [one, other] = [before, after].map((list) =>
      list.find((score) => score.id === id),
    );
    if (one === undefined || other === undefined)
      return told(
        "ways",
        one === undefined ? "new score" : "score removed",
        one === undefined ? null : readable(one.label),
        other === undefined ? null : readable(other.label),
      );
    const name = `score "${readable(other.label)}"`;
    return [
      ...told(
        "texts",
        `name of score "${id}"`,
        readable(one.label),
        readable(other.label),
      ),
      ...bandChanges(name, one.bands, other.bands),
    ];
  });
}

function bandChanges(
  score: string,
  before: readonly Band[],
  after: readonly Band[],
): Told[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [one, other] = [before, after].map((list) =>
      list.find((band) => band.id === id),
    );
    const called = readable((other ?? one)?.label ?? id);
    const name = `${score}, band "${called}"`;
    if (one === undefined || other === undefined)
      return told(
        "ways",
        `${name} ${one === undefined ? "added" : "removed"}`,
        one === undefined ? null : upTo(one),
        other === undefined ? null : upTo(other),
      );
    return [
      ...told("ways", `${name}: points`, upTo(one), upTo(other)),
      ...told(
        "texts",
        `${name}: name`,
        readable(one.label),
        readable(other.label),
      ),
      ...told("texts", `${name}: text`, textOf(one), textOf(other)),
    ];
  });
}

function upTo({ upTo: most }: Band): string {
  return most === null ? "all above" : `up to ${most}`;
}

function textOf({ text }: Band): string | null {
  return text === null ? null : readable(text);
}
