/** What is typed behind options: each reader throws what to write instead. */
import { type Command, InvalidArgumentError } from "commander";

/** A number of days. */
export function days(typed: string): number {
  if (/^\d{1,4}$/.test(typed)) return Number(typed);
  throw new InvalidArgumentError("It has to be a number of days, such as 30.");
}

/** One more address of several, as `host:port` or `host`; `others`: those before it. */
export function oneMoreAddress(
  typed: string,
  others: readonly string[],
): string[] {
  if (/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i.test(typed))
    return [...others, typed];
  throw new InvalidArgumentError(
    "It has to be a host and a port, such as 127.0.0.1:4173, without https:// and without a path.",
  );
}

/** Ends the command where an option is given that nothing is done with, because another one is missing. */
export function onlyWith(
  needed: string,
  names: readonly string[],
  command: Command,
): void {
  if (command.getOptionValueSource(needed) === "cli") return;
  const given = names.find(
    (name) => command.getOptionValueSource(name) === "cli",
  );
  if (given !== undefined)
    command.error(
      `error: option '--${given}' does nothing without '--${needed}'`,
    );
}

/** Servers that read a folder wherever they stand; others take it from the place of their settings. */
const NEED_WHOLE_PATHS: readonly string[] = ["nginx", "caddy"];

/** Ends the command where one of these servers would not find the folder of the build. */
export function requireFound(
  folder: string,
  servers: readonly string[],
  command: Command,
): void {
  const server = servers.find((name) => NEED_WHOLE_PATHS.includes(name));
  if (server !== undefined && !/^\/[^\s"';{}]*$/.test(folder))
    command.error(
      `error: ${server} does not find "${folder}": '--root' has to be a whole path without spaces, such as /srv/funnels/dist`,
    );
}
