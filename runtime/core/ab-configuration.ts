import { isRecord, readText } from "./read.ts";

/** The side of an experiment that this visitor is on, as the server has it (spec 3). */
export interface AbConfiguration {
  /** The experiment's name. */
  readonly variable_block: string;
  readonly component: string;
}

/** Reads a configuration from storage or from an answer; null when it names no experiment or no side. */
export function readAbConfiguration(value: unknown): AbConfiguration | null {
  if (!isRecord(value)) return null;
  const variable_block = readText(value["variable_block"], 100);
  const component = readText(value["component"], 100);
  return variable_block && component ? { variable_block, component } : null;
}
