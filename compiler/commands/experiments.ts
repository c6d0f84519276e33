import { printFindings } from "../workspace/ask-server.ts";

export interface ExperimentsOptions {
  readonly url: string;
  readonly format: "text" | "json";
}

/**
 * Prints what a running server says of its experiments. The figures are the server's: only it may read the database.
 * 1 when a split does not fit its weights, 2 when the server does not answer.
 */
export function experimentsCommand(
  { url, format }: ExperimentsOptions,
  token: string | undefined,
): Promise<number> {
  const path = format === "text" ? "experiments.txt" : "experiments.json";
  return printFindings({ url, path, token });
}
