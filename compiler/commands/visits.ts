import {
  pathWith,
  printAnswer,
  type PrintOptions,
} from "../workspace/ask-server.ts";

export interface VisitsOptions extends PrintOptions {
  readonly since?: string;
  readonly before?: string;
}

/** Prints where the visitors of a running server leave, in one funnel or in all; 2 when it refuses, or none answers. */
export function visitsCommand(
  funnel: string | undefined,
  { url, format, since, before }: VisitsOptions,
  token: string | undefined,
): Promise<number> {
  const path = pathWith("visits", { funnel, since, before });
  return printAnswer({ url, format }, { path, token });
}
