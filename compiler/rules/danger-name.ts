import { diagnose, onePerPlace } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import { narrow } from "../link/narrow.ts";
import { valueAt } from "../schema/json-pointer.ts";
import type { FunnelNode, Use } from "../link/program.ts";
import { isUrgent } from "./danger-help.ts";
import type { FunnelRule } from "./rule.ts";

/** What is urgent calls nobody by their name: whoever looks on would read whose danger it is. */
export const dangerName: FunnelRule = (node) => {
  const { uses, source } = node;
  const names = namesIn(node);
  return onePerPlace(
    uses.flatMap((use) => {
      const { path, written } = use;
      if (written === "" || !isName(use, names) || !isWithinUrgent(path, node))
        return [];
      const at = narrow(source, path, written);
      return [diagnose("danger/name", at, { written })];
    }),
  );
};

function isName({ kind, id }: Use, questions: ReadonlySet<string>): boolean {
  if (kind === "answer") return questions.has(id);
  return kind !== "score" && id === "name";
}

/** The questions that ask for the visitor's name. */
function namesIn({ funnel, traits }: FunnelNode): ReadonlySet<string> {
  return new Set(
    funnel.steps
      .filter((step) => contactFieldsOf(step, traits).includes("name"))
      .map(({ id }) => id),
  );
}

/** Whether a text stands on an urgent page, or in an urgent section. */
function isWithinUrgent(path: Path, { source }: FunnelNode): boolean {
  return path.some((_, length) =>
    isUrgent(valueAt(source.data, path.slice(0, length))),
  );
}
