import {
  UPDATE_VISITOR_APP_CONFIGURATION_COMPONENT_MAX,
  UPDATE_VISITOR_APP_CONFIGURATION_VARIABLE_BLOCK_MAX,
} from "../../generated/call.ts";
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
  const variable_block = readText(
    value["variable_block"],
    UPDATE_VISITOR_APP_CONFIGURATION_VARIABLE_BLOCK_MAX,
  );
  const component = readText(
    value["component"],
    UPDATE_VISITOR_APP_CONFIGURATION_COMPONENT_MAX,
  );
  return variable_block && component ? { variable_block, component } : null;
}
