import { isBlank } from "../../core/blank.ts";

export interface Words {
  readonly name: string;
  readonly message: string;
}

export type Faults = { readonly [F in keyof Words]: string | null };

/** What is wrong with a message, field by field; null where nothing is. */
export function faultsOf({ name, message }: Words): Faults {
  return {
    name: isBlank(name) ? "Enter your name." : null,
    message: isBlank(message) ? "Write a few words first." : null,
  };
}

/** As it is sent: without spare blanks and control characters, line breaks and tabs excepted. */
export function tidy({ name, message }: Words): Words {
  return {
    name: name.replace(/[\s\p{Cc}]+/gu, " ").trim(),
    message: message.replace(/[^\P{Cc}\n\t]/gu, "").trim(),
  };
}
