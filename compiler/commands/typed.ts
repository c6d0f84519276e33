/** What is typed behind options: each reader throws what to write instead. */
import { type Command, InvalidArgumentError } from "commander";

/** A number of days. */
export function days(typed: string): number {
  if (/^\d{1,4}$/.test(typed)) return Number(typed);
  throw new InvalidArgumentError("It has to be a number of days, such as 30.");
}

/** The name of an order; what is none, as of a variable that is not set, would ask for something else. */
export function orderName(typed: string): string {
  if (!/^\.{0,2}$/.test(typed)) return typed;
  throw new InvalidArgumentError(
    "It has to be the id of an order, as `orders list` prints it.",
  );
}

/** One more address of several, as `host:port` or `host`; `others`: those before it. */
export function oneMoreAddress(
  typed: string,
  others: readonly string[],
): string[] {
  const [address, port = "1"] =
    /^(?:[\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/i.exec(typed) ?? [];
  if (address !== undefined && Number(port) >= 1 && Number(port) <= 65_535)
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

/** Servers that read a folder wherever they stand, and ask the API at a port; others take both from their settings. */
const OWN_SERVERS: readonly string[] = ["nginx", "caddy"];
const WHOLE_PATH = /^\/[^\s"';{}]*$/;

/** What the servers of a build are told: where it lies, where the API listens, and where nginx logs. */
interface Told {
  readonly root: string;
  readonly api: readonly string[];
  readonly log: string;
}

/** Ends the command where one of these servers would not find what it is told of, or is not told of it. */
export function requireFound(
  { root, api, log }: Told,
  servers: readonly string[],
  command: Command,
): void {
  const isLogging = servers.includes("nginx");
  if (!isLogging && command.getOptionValueSource("log") === "cli")
    command.error("error: option '--log' does nothing without '--for nginx'");
  const server = servers.find((name) => OWN_SERVERS.includes(name));
  if (server === undefined) return;
  if (!WHOLE_PATH.test(root))
    command.error(
      `error: ${server} does not find "${root}": '--root' has to be a whole path without spaces, such as /srv/funnels/dist`,
    );
  const wrong = api.find((address) => !/:\d+$/.test(address));
  if (wrong !== undefined)
    command.error(
      `error: ${server} does not find "${wrong}": '--api' has to be a host and a port, such as 127.0.0.1:4173`,
    );
  if (isLogging && !WHOLE_PATH.test(log))
    command.error(
      `error: nginx does not find "${log}": '--log' has to be a whole path without spaces, such as /var/log/nginx/access.log`,
    );
}
