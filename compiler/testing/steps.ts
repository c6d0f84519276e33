import type { linkedQuiz } from "./base-content.ts";

/** `next to goal`, `next to goal ?` when it has a condition. */
export function waysOf(
  node: ReturnType<typeof linkedQuiz>,
  id: string,
): string[] {
  const step = node.funnel.steps.find((candidate) => candidate.id === id);
  return (step?.edges ?? []).map(
    ({ on, to, when }) => `${on} ${to}${when === null ? "" : " ?"}`,
  );
}

export function linkedStep(node: ReturnType<typeof linkedQuiz>, id: string) {
  const found = node.funnel.steps.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no step ${id}`);
  return found;
}
