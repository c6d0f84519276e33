import { isDeepStrictEqual } from "node:util";
import type { FunnelNode } from "../link/program.ts";
import { headOf } from "../link/head-of.ts";
import { writtenStep } from "../rules/step-span.ts";
import type { Language } from "../schema/language.ts";
import { data } from "../schema/read.ts";
import { href } from "../shared/address.ts";
import type { Step } from "../shared/contract.ts";
import { canonical } from "./canonical.ts";
import { type Area, type Change, told, type Told } from "./change.ts";
import type { Matched } from "./match.ts";
import { kindNoun, nounOf } from "./names.ts";
import type { Pair } from "./pairs.ts";
import { otherPageChanges, propsChanges, type Reading } from "./props.ts";
import { readable, spoken } from "./values.ts";

/** What changes of the steps of a funnel, but for where they lead. */
export function stepChanges(
  of: string,
  matched: Matched,
  reading: Reading,
): Change[] {
  const { both, gone, fresh, moved } = matched;
  const at = (step: string, list: readonly Told[]) =>
    list.map((one): Change => ({ ...one, of, step, way: null }));
  return [
    ...both.flatMap((pair) =>
      at(pair.after.id, pairChanges(pair, matched, reading)),
    ),
    ...[...moved].flatMap((id) => at(id, movedStep(id, reading, both))),
    ...renumbered(of, both, reading),
    ...gone.flatMap((step) => at(step.id, goneStep(step, reading))),
    ...fresh.flatMap((step) => at(step.id, freshStep(step, reading))),
  ];
}

function pairChanges(
  { before: one, after: other, isGuess }: Pair<Step>,
  { names }: Matched,
  reading: Reading,
): Told[] {
  const { language, before, after } = reading;
  const question = language.envelopes.funnel.$defs?.page;
  const nameOf = (key: string) => nounOf(question?.properties?.[key], key);
  const questionKeys = language.envelopes.funnel.$defs?.question?.properties;
  const asks = [one, other].some((step) => isAsking(step, language));
  const side = otherPageChanges(
    canonical(one.props, names),
    canonical(other.props),
    { before: one.page, after: other.page },
    reading,
  );
  return [
    ...(asks || isGuess
      ? told("asked", isGuess ? "renamed?" : "renamed", one.id, other.id)
      : []),
    ...told(
      asks ? "asked" : "looks",
      "kind of page",
      kindNoun(language.pages[one.page], one.page),
      kindNoun(language.pages[other.page], other.page),
    ),
    ...(one.path === other.path || isRenumbered(one.path, other.path)
      ? []
      : told(
          "addresses",
          "address",
          addressOf(one, before),
          addressOf(other, after),
        )),
    ...(hasTitle(one, before) || hasTitle(other, after)
      ? told(
          "addresses",
          nameOf("title"),
          readable(one.title),
          readable(other.title),
        )
      : []),
    ...told(
      "addresses",
      nameOf("description"),
      spoken(one.description, {}, before),
      spoken(other.description, {}, after),
    ),
    ...told(
      "texts",
      nounOf(questionKeys?.["part"], "part"),
      spoken(partBegun(one, before), {}, before),
      spoken(partBegun(other, after), {}, after),
    ),
    ...side,
    ...otherSide(one, other, side, names, reading),
    ...wordsWithoutAnswers(one, other, reading),
    ...told(
      "ways",
      nameOf("guards"),
      one.guards.join(", ") || NOTHING,
      other.guards.join(", ") || NOTHING,
    ),
    ...told(
      "asked",
      "what of it is sensitive",
      SENSITIVITY[one.sensitive],
      SENSITIVITY[other.sensitive],
    ),
  ];
}

/** The part of the quiz that begins with a step. */
function partBegun({ id, part }: Step, { funnel }: FunnelNode) {
  const i = funnel.steps.findIndex((one) => one.id === id);
  return isDeepStrictEqual(part, funnel.steps[i - 1]?.part) ? null : part;
}

const NOTHING = "nothing";

const SENSITIVITY: Readonly<Record<Step["sensitive"], string>> = {
  no: NOTHING,
  part: "something that it shows",
  whole: "that somebody is on it",
  last: "that somebody is on it, and where they go from there",
};

/** The other side of an experiment, where it changes otherwise than the first; of a new one, what it shows. */
function otherSide(
  one: Step,
  other: Step,
  side: readonly Told[],
  names: Matched["names"],
  reading: Reading,
): Told[] {
  if (other.variant === null) return [];
  const isNew = one.variant === null;
  const from = isNew
    ? canonical(other.props)
    : canonical(one.variant.props, names);
  const found = propsChanges(
    from,
    canonical(other.variant.props),
    other.page,
    reading,
  );
  return found
    .filter((change) => !side.some((known) => isDeepStrictEqual(known, change)))
    .map((change) => ({
      ...change,
      // What half of the visitors pay is money all the same.
      area: isNew && change.area !== "money" ? "experiments" : change.area,
      what: `side b: ${change.what}`,
    }));
}

function wordsWithoutAnswers(one: Step, other: Step, reading: Reading): Told[] {
  const [before, after] = [one, other].map(({ basis }) => data(basis?.words));
  return ["heading", "text", "button"].flatMap((key) =>
    told(
      "texts",
      `without answers: ${key}`,
      spoken(before?.[key], {}, reading.before),
      spoken(after?.[key], {}, reading.after),
    ),
  );
}

/** Whether a step leaves something behind of a visitor. */
function isAsking({ page }: Step, { traits }: Language): boolean {
  const { answer = null, contact = null } = traits.pages[page] ?? {};
  return answer !== null || contact !== null;
}

function movedStep(
  id: string,
  { language, before, after }: Reading,
  both: Matched["both"],
): Told[] {
  const pair = both.find((one) => one.after.id === id);
  if (pair === undefined) return [];
  const behind = (step: Step, { funnel }: FunnelNode) => {
    const previous = funnel.steps[funnel.steps.indexOf(step) - 1];
    return previous === undefined
      ? "at the beginning"
      : `behind "${headOf(previous)}" (${previous.id})`;
  };
  const area: Area = isAsking(pair.after, language) ? "asked" : "ways";
  return [
    {
      area,
      what: "moved",
      before: behind(pair.before, before),
      after: behind(pair.after, after),
    },
  ];
}

function goneStep(
  step: Step,
  { language, before, redirects }: Reading,
): Told[] {
  const address = addressOf(step, before);
  const target = redirects.get(address);
  const { isQuestion, fields } = asked(step, language);
  return [
    ...(isQuestion
      ? told("asked", "question removed", headOf(step), null)
      : []),
    ...told("asked", "contact fields", fields, null),
    ...told(
      "addresses",
      "address removed",
      address,
      target === undefined ? null : `leads to ${target}`,
    ),
  ];
}

function freshStep(step: Step, { language, after }: Reading): Told[] {
  const { isQuestion, fields } = asked(step, language);
  return [
    ...(isQuestion ? told("asked", "new question", null, headOf(step)) : []),
    ...told("asked", "contact fields", null, fields),
    ...told("addresses", "new address", null, addressOf(step, after)),
  ];
}

/** What is asked on a step: a question, contact fields; null where it asks for none. */
function asked({ page, props }: Step, { traits }: Language) {
  const { answer = null, contact = null } = traits.pages[page] ?? {};
  const fields = contact === null ? [] : [data(props)[contact]].flat();
  const named = fields.filter((field) => typeof field === "string");
  return {
    isQuestion: answer !== null,
    fields: named.length === 0 ? null : named.join(", "),
  };
}

/** The address of a step at the funnel's first mount. */
export function addressOf({ path }: Step, { funnel }: FunnelNode): string {
  return href(funnel.mounts[0] ?? "", path);
}

/** Whether the content gives a step a title; otherwise it is made of what is told as well. */
function hasTitle(step: Step, node: FunnelNode): boolean {
  const i = node.funnel.steps.indexOf(step);
  return i !== -1 && data(writtenStep(node, i)).title !== undefined;
}

/** Addresses of which only the number differs: links to the old ones lead to the new ones. */
function renumbered(
  of: string,
  both: Matched["both"],
  { before, after }: Reading,
): Change[] {
  const moved = both.filter((pair) =>
    isRenumbered(pair.before.path, pair.after.path),
  );
  const [first] = moved;
  if (first === undefined) return [];
  const others = moved.length - 1;
  const many = others === 0 ? "one step has" : `${moved.length} steps have`;
  return [
    {
      area: "addresses",
      of,
      step: null,
      what: `${many} another number; the old addresses lead to the new ones`,
      before: addressOf(first.before, before),
      after:
        addressOf(first.after, after) +
        (others === 0 ? "" : `, and ${others} more`),
      way: null,
    },
  ];
}

function isRenumbered(before: string, after: string): boolean {
  const bare = (path: string) => path.replace(/^\d+-/, "");
  return before !== after && bare(before) === bare(after);
}
