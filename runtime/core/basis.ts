import type {
  Basis,
  Funnel,
  Need,
  ValueName,
} from "../../generated/contract.ts";
import { answerOf, type Answers } from "./answers.ts";
import type { Contact } from "./contact.ts";
import { own } from "./read.ts";

/** What a visitor has told so far. */
export interface Told {
  readonly answers: Answers;
  readonly contact: Contact;
}

/** Whether an answer was given, or a contact field is known. */
export function isGiven(
  { kind, id }: Pick<Need, "kind" | "id">,
  { answers, contact }: Told,
): boolean {
  return kind === "answer"
    ? answerOf(answers, id) !== null
    : own(contact, id) !== undefined;
}

/** What is missing of these values, one for each list of which nothing was given; empty when all is there. */
export function lacking(
  { scores }: Pick<Funnel, "scores">,
  { values = {} }: Pick<Basis, "values">,
  names: readonly ValueName[],
  told: Told,
): readonly ValueName[] {
  const usual = (name: ValueName): readonly (readonly ValueName[])[] => {
    const score = scores.find(({ id }) => name === `score.${id}`);
    return score === undefined
      ? [[name]]
      : Object.keys(score.items).map((id): ValueName[] => [`answer.${id}`]);
  };
  const lists = names.flatMap((name) => own(values, name) ?? usual(name));
  return lists.flatMap((list) =>
    list.some((name) => isTold(name, told)) ? [] : list.slice(0, 1),
  );
}

/** As in texts, the answer to a question that is called like a contact field comes before the field. */
function isTold(name: ValueName, told: Told): boolean {
  const id = idOf(name);
  return (
    answerOf(told.answers, id) !== null ||
    (name.startsWith("contact.") && own(told.contact, id) !== undefined)
  );
}

/** `goal` of `answer.goal`. */
export function idOf(name: ValueName): string {
  return name.slice(name.indexOf(".") + 1);
}
