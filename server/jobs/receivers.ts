import { MESSAGE_KINDS } from "../db/outbox.ts";
import { Refusal } from "../refusal.ts";
import { allOrNone, type Variables } from "../variables.ts";
import type { Receiver } from "./deliveries.ts";

const ADDRESS = /^WEBHOOK_([A-Z0-9]+(?:_[A-Z0-9]+)*)_(?:URL|SECRET|KINDS)$/;

/** Whoever writes one of these means a receiver. Those of providers begin with their names. */
const OURS = /^(?:WEBHOOK|OUTBOX)_/i;
const OF_OUTBOX = ["OUTBOX_URL", "OUTBOX_SECRET", "OUTBOX_KINDS"];

const NO_BASE64 = /^whsec_(?![A-Za-z0-9+/]{16,}=*$)/;

/** By these names the queue of the mails and the receiver at OUTBOX_URL know how far they have come. */
const TAKEN = ["mail", "outbox"];

/**
 * Who is told, by name: `WEBHOOK_CRM_URL`, `WEBHOOK_CRM_SECRET` and, for some kinds of messages alone,
 * `WEBHOOK_CRM_KINDS`; `OUTBOX_URL`, `OUTBOX_SECRET` and `OUTBOX_KINDS` are one more. Throws a `Refusal`, also for a
 * variable that only looks like one of them: without its kinds a receiver would be told everything.
 */
export function readReceivers(
  values: Readonly<Record<string, string | undefined>>,
  variables: Variables,
): Receiver[] {
  const set = Object.keys(values).filter(
    (name) => variables.text(name) !== null,
  );
  refuseMisspelt(set);
  const names = set.flatMap((name) => {
    const [, receiver] = ADDRESS.exec(name) ?? [];
    return receiver === undefined ? [] : [receiver];
  });
  const named = [...new Set(names)]
    .toSorted()
    .map((name) => read(name.toLowerCase(), `WEBHOOK_${name}`, variables));
  const all = [read("outbox", "OUTBOX", variables), ...named].flatMap(
    (receiver) => (receiver === null ? [] : [receiver]),
  );
  const taken = named.find((one) => one && TAKEN.includes(one.name));
  if (taken)
    throw new Refusal(
      `WEBHOOK_${taken.name.toUpperCase()}_URL: "${taken.name}" is a name of ours; take another one.`,
    );
  return all;
}

/** Who is told of messages, in a sentence for the start. */
export function receiversLine(
  receivers: readonly Pick<Receiver, "name" | "kinds">[],
): string {
  const told = receivers.map(
    ({ name, kinds }) =>
      `${name} (${kinds.length === 0 ? "all kinds" : kinds.join(", ")})`,
  );
  return told.length === 0
    ? "Messages: nobody is told."
    : `Messages: told to ${told.join("; ")}.`;
}

function refuseMisspelt(names: readonly string[]): void {
  const wrong = names.find(
    (name) =>
      OURS.test(name) && !ADDRESS.test(name) && !OF_OUTBOX.includes(name),
  );
  if (wrong === undefined) return;
  throw new Refusal(
    /^OUTBOX/i.test(wrong)
      ? `${wrong} is read by nobody; it may be called ${OF_OUTBOX.join(", ")}.`
      : `${wrong} is read by nobody; for a receiver it may be called WEBHOOK_<NAME>_URL, WEBHOOK_<NAME>_SECRET or WEBHOOK_<NAME>_KINDS, in capitals.`,
  );
}

function read(
  name: string,
  prefix: string,
  { text, secrets, address }: Variables,
): Receiver | null {
  const [url, secret] = [`${prefix}_URL`, `${prefix}_SECRET`];
  const both = allOrNone(
    { address: address(url), secrets: secrets(secret) },
    `${url} and ${secret} belong together: set both, or none.`,
  );
  if (both === null && text(`${prefix}_KINDS`) !== null)
    throw new Refusal(
      `${prefix}_KINDS is of no use without ${url} and ${secret}: set all of them, or none.`,
    );
  const kinds = (text(`${prefix}_KINDS`) ?? "").split(/[\s,]+/).filter(Boolean);
  const known: readonly string[] = MESSAGE_KINDS;
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown !== undefined)
    throw new Refusal(
      `${prefix}_KINDS names "${unknown}"; the kinds of messages are ${known.join(", ")}.`,
    );
  if (both?.secrets.some((one) => NO_BASE64.test(one)) === true)
    throw new Refusal(
      `${secret} begins with whsec_, and base64 has to follow: make one by openssl rand -base64 32, or use another text.`,
    );
  return both && { name, kinds, ...both };
}
