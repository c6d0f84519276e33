import { diagnose } from "../diagnostics/diagnostic.ts";
import { data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** Variables that are there without a question, and what they show. */
const BUILT_IN = new Map([
  ["name", "the visitor's name"],
  ["email", "the visitor's email"],
  ["project", "the name of the brand"],
  ["support", "the brand's support address"],
  ["questions", "the number of questions"],
  ["questions-in-words", "the number of questions"],
]);
const CONDITIONS = new Set(["any", "not", "score", "band"]);

/** A question whose id means something else in texts or in conditions; one that asks for the contact is that contact. */
export const takenId: FunnelRule = (node) =>
  [...node.answered].flatMap((i) => {
    const step = node.funnel.steps[i];
    const id = step?.id ?? "";
    const shows = BUILT_IN.get(id);
    const isContact = data(step?.props).contact === id;
    if (!CONDITIONS.has(id) && (shows === undefined || isContact)) return [];
    const words = { id, shows: shows ?? null };
    return [diagnose("question/taken-id", nameOf(node, i), words)];
  });
