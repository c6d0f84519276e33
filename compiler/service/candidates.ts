import { assetFormat } from "../link/asset.ts";
import type { Environment } from "../link/environment.ts";
import { mailVariables } from "../link/mails.ts";
import { countConstants } from "../link/question-count.ts";
import { isImpersonal } from "../link/text-events.ts";
import { brandOf, kindOf } from "../parse/file-name.ts";
import type { ContentNames, Place } from "./content-names.ts";
import type { LinkedContent } from "./linked-content.ts";
import type { Mention } from "./mention.ts";
import { itemsOf, textAt, valueAt, wordOf } from "./tree.ts";

/** A name that can be written at a place. */
export interface Candidate {
  readonly name: string;
  /** Where it is given; null for a name of the language. */
  readonly place: Place | null;
  /** What a word of the language means. */
  readonly meaning?: string;
}

/** Every name that is right where `wanted` stands, in the order of the content. */
export function candidates(
  file: string,
  wanted: Mention,
  names: ContentNames,
  linked: LinkedContent,
  environment: Environment,
): Candidate[] {
  const brand = brandOf(file);
  const given = (places: readonly Place[]) =>
    places.map((place) => ({ name: place.mention.id, place }));
  const plain = (list: readonly string[]) =>
    list.map((name) => ({ name, place: null }));
  const { kind, owner, asks } = wanted;
  switch (kind) {
    case "step": {
      const steps = names
        .offered(file, "step")
        .filter(({ mention }) => mention.asks || !asks);
      const isCondition = asks && wanted.form === "key";
      return [
        ...given(steps),
        ...(isCondition ? wordsOfConditions(environment) : []),
      ];
    }
    case "code":
      // A page hands out codes of visitors; a word is for whoever knows it.
      return given(names.offered(file, "code")).filter(({ place }) =>
        textAt(place.mention.node, "code")?.endsWith("-*"),
      );
    case "variable":
      return plain(variablesAt(file, wanted, linked)).map(({ name }) => ({
        name,
        place:
          names
            .offered(file, "step")
            .find(({ mention }) => mention.id === name) ?? null,
      }));
    case "asset":
      return plain(
        environment
          .assets(brand)
          .names.filter((name) => assetFormat(name) === owner),
      );
    case "font":
      return plain(environment.fonts);
    case "path":
      return plain(linked.addressesOf(brand));
    case "brand":
      return plain([
        ...new Set(
          names
            .filesIn("")
            .filter((each) => kindOf(each) === "brand")
            .map(brandOf),
        ),
      ]);
    case "currency":
      return currencies(file, wanted, names);
    default:
      return given(names.offered(file, kind, owner));
  }
}

/** What a condition can look at beside questions. */
function wordsOfConditions({ language }: Environment): Candidate[] {
  const { properties = {} } = language.envelopes.funnel.$defs?.condition ?? {};
  return Object.entries(properties).map(([name, { description = "" }]) => ({
    name,
    place: null,
    meaning: description,
  }));
}

/** In a mail what is known of its moment, in a title what is the same for all, elsewhere what is known of the visitor. */
function variablesAt(
  file: string,
  { path }: Mention,
  linked: LinkedContent,
): readonly string[] {
  const { constants = {} } = linked.brandOf(brandOf(file)) ?? {};
  if (path[0] === "mails") return mailVariables(String(path[1]), { constants });
  const node = linked.funnelOf(file);
  if (!isImpersonal(path)) return node?.variables() ?? [];
  // A brand's own pages count no questions.
  const counted =
    node === null || kindOf(file) === "brand" ? {} : countConstants(node.count);
  return Object.keys({ ...constants, ...counted });
}

/** A brand chooses among those of the site; everything else is priced in those that the brand has chosen. */
function currencies(
  file: string,
  { path }: Mention,
  names: ContentNames,
): Candidate[] {
  const ofSite = new Map(
    names
      .offered(file, "currency")
      .map((place) => [place.mention.id, place] as const),
  );
  const brandFile = `${brandOf(file)}/brand.yaml`;
  const { root } = names.treeOf(brandFile);
  const chosen = itemsOf(valueAt(root, "currencies")).flatMap(
    (item) => wordOf(item)?.value ?? [],
  );
  const isChoice = file === brandFile && path[0] === "currencies";
  const codes = isChoice || chosen.length === 0 ? [...ofSite.keys()] : chosen;
  return codes.map((name) => ({ name, place: ofSite.get(name) ?? null }));
}
