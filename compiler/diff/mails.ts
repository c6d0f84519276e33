import type { FunnelMail, FunnelNode, LinkedMail } from "../link/program.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { ServerMail } from "../shared/server-contract.ts";
import { told, type Told } from "./change.ts";
import { nounOf } from "./names.ts";
import { assetNames, readable, spoken } from "./values.ts";

/** The mails of one side, and whose words they are read with. */
interface Mails {
  readonly mails: readonly (LinkedMail & Partial<Pick<FunnelMail, "to">>)[];
  readonly node: FunnelNode;
}

/**
 * What changes of the mails of a brand or a funnel, by the moment at which they are sent.
 * @param envelope the schema of their file
 * @param names ids of today by those of before, of the steps that buttons lead to
 */
export function mailChanges(
  before: Mails,
  after: Mails,
  envelope: JsonSchema,
  names: ReadonlyMap<string, string> = new Map(),
): Told[] {
  const moments = new Set(
    [before, after].flatMap(({ mails }) => mails.map(({ moment }) => moment)),
  );
  return [...moments].flatMap((moment) => {
    const { schema, keys } = schemasOf(moment, envelope);
    const name = `mail ${nounOf(schema, moment)}`;
    const [one, other] = [before, after].map(({ mails }) =>
      mails.find((mail) => mail.moment === moment),
    );
    if (one === undefined || other === undefined)
      return told(
        "texts",
        one === undefined ? `new ${name}` : `${name} removed`,
        one === undefined ? null : readable(one.subject),
        other === undefined ? null : readable(other.subject),
      );
    const whatOf = (key: string) => `${name}: ${nounOf(keys?.[key], key)}`;
    const wordsIn = (value: ServerMail[keyof ServerMail], { node }: Mails) =>
      spoken(value, {}, node);
    return [
      ...(["subject", "text", "button"] as const).flatMap((key) =>
        told(
          "texts",
          whatOf(key),
          wordsIn(one[key], before),
          wordsIn(other[key], after),
        ),
      ),
      ...told(
        "looks",
        whatOf("picture"),
        assetNames([one.picture]),
        assetNames([other.picture], [one.picture]),
      ),
      ...told(
        "ways",
        whatOf("to"),
        target(one.to && (names.get(one.to) ?? one.to)),
        target(other.to),
      ),
    ];
  });
}

/** The schema of a mail, and those of its keys; that of most mails stands in the file's definitions. */
function schemasOf(moment: string, { properties, $defs }: JsonSchema) {
  const schema = properties?.["mails"]?.properties?.[moment];
  return { schema, keys: schema?.properties ?? $defs?.["mail"]?.properties };
}

function target(step: string | null | undefined): string {
  return step ?? "the product";
}
