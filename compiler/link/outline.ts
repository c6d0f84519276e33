import { stepAddresses } from "./address.ts";
import { isBareOffer } from "./bare-offer.ts";
import { valueAt } from "../schema/json-pointer.ts";
import { data, items, text } from "../schema/read.ts";
import { afterDangers, offersOf } from "./danger.ts";
import { pathOfLink } from "./own-path.ts";
import type {
  DangerousAnswer,
  DeclaredCode,
  FunnelNode,
  LinkTo,
} from "./program.ts";
import { plansOf, sectionsOfPages, traitsOf } from "./sections-written.ts";
import { timedPlans } from "./timed-plans.ts";
import { foundSteps } from "./found.ts";
import { plainText } from "./plain-text.ts";
import type { Path } from "../diagnostics/span.ts";
import { fieldsAskedIn, sentAnswersOf } from "./data-flows.ts";
import { isUnder, pathOf, textFilter, textsWith } from "./texts.ts";
import { claimsIn, type PrivacyClaim, UNREAD } from "./privacy-claims.ts";
import { keepingClaims, type RetentionClaim } from "./retention.ts";
import type { MailPromise } from "./promises.ts";

/** What the rest of the tree has to know of a funnel: plain data, small enough to pass between threads. */
export interface Outline {
  /** The file as findings name it. */
  readonly file: string;
  readonly brand: string;
  readonly addresses: readonly Address[];
  readonly links: readonly Pick<LinkTo, "to" | "path">[];
  /** What it offers for sale, by each address of that. */
  readonly offers: readonly (readonly [path: string, step: string])[];
  /** What leads out of it and is shown to those who have said that they are in danger. */
  readonly linksInDanger: readonly LinkInDanger[];
  /** Currencies that pages ask for by themselves. */
  readonly currencies: readonly {
    readonly name: string;
    readonly path: Path;
  }[];
  /** The plans that are for sale, with or without a countdown that ends their price. */
  readonly sales: readonly {
    readonly product: string;
    readonly isTimed: boolean;
    readonly path: Path;
  }[];
  /** Whether an offer of it has no plans yet. */
  readonly isBare: boolean;
  /** Codes of the price list that it names. */
  readonly products: readonly string[];
  /** Whose payment page its visitors are led to, mount by mount; null: the one of the brand. */
  readonly checkouts: readonly {
    readonly provider: string | null;
    readonly path: Path;
  }[];
  /** The files of the brand's assets folder that it names. */
  readonly assets: readonly string[];
  /** Addresses of the drawings that stand beside its pages in place of its brand's. */
  readonly drawings: readonly string[];
  /** Its promo codes. */
  readonly codes: readonly CodeOutline[];
  /** What its pages say that comes by mail, or as a link. */
  readonly promises: readonly MailPromise[];
  /** The moments of its own mails. */
  readonly mails: readonly string[];
  /** Whether it has a page that sells gifts. */
  readonly gives: boolean;
  /** What its texts say of where data stays and who sees it. */
  readonly claims: readonly PrivacyClaim[];
  /** Hosts of the emails that its texts name. */
  readonly mailHosts: readonly { readonly host: string; readonly path: Path }[];
  /** The answers that reach the server, as visitors call them: `age`, `gender`, `name`. */
  readonly sentAnswers: readonly string[];
  /** The contact fields that it asks for. */
  readonly contactFields: readonly string[];
  /** For how long its texts say that something of visitors is kept. */
  readonly retention: readonly (RetentionClaim & { readonly path: Path })[];
  /** Whether pictures are made from visitors' photos. */
  readonly takesPhotos: boolean;
  readonly analytics: boolean;
  readonly replay: boolean;
  /** The pages that search engines may list, with what they show of each. */
  readonly found: readonly FoundPage[];
}

export interface CodeOutline extends Pick<DeclaredCode, "id" | "prices"> {
  /** What visitors type in, or what their own codes begin with. */
  readonly word: string;
}

/** A link that somebody in danger is shown. */
export interface LinkInDanger extends Pick<LinkTo, "to" | "path"> {
  /** What they have answered, and where that is written. */
  readonly answer: Pick<DangerousAnswer, "value" | "path">;
  readonly by: "link" | "mail";
  /** The ids of the steps from the answer to the one that shows it, or between the answer and the email. */
  readonly way: readonly string[];
}

/** A page as a search engine lists it. */
export interface FoundPage {
  readonly path: string;
  readonly title: string;
  /** null where it has none. */
  readonly description: string | null;
  /** Where the title and the description are written. */
  readonly at: { readonly title: Path; readonly description: Path };
}

/** An address on the hosts of the brand, and where it is written. */
export interface Address {
  readonly path: string;
  /** Id of the step; null for the mount itself. */
  readonly step: string | null;
  readonly at: Path;
}

/** How names of the price list, and of files, begin among those that a funnel uses. */
const PRODUCTS = "products.";
const ASSETS = "assets.";

export function outlineOf(node: FunnelNode): Outline {
  return {
    file: node.source.file,
    brand: node.funnel.brand,
    addresses: addressesOf(node),
    links: [...node.links, ...node.mailLinks].map(({ to, path }) => ({
      to,
      path,
    })),
    offers: [...offersOf(node)],
    linksInDanger: linksInDanger(node),
    currencies: items(data(node.source.data).pages).flatMap((page, i) =>
      currenciesAt(page, ["pages", i]),
    ),
    sales: salesOf(node),
    checkouts: node.funnel.mounts.map((mount, i) => ({
      provider: node.funnel.checkouts[mount] ?? null,
      path: ["mounts", i, "payments"],
    })),
    isBare: node.funnel.steps.some((step) => isBareOffer(step, node.traits)),
    products: namesIn(node, PRODUCTS),
    assets: namesIn(node, ASSETS),
    drawings: node.drawings,
    codes: node.codes.map(({ id, prefix, word, prices }) => ({
      id,
      word: prefix ?? word ?? "",
      prices,
    })),
    promises: node.promises,
    mails: node.mails.map(({ moment }) => moment),
    gives: node.funnel.steps.some(
      ({ page }) => node.traits.pages[page]?.gives === true,
    ),
    claims: claimsIn(node),
    sentAnswers: sentAnswersOf(node),
    contactFields: fieldsAskedIn(node),
    retention: retentionOf(node),
    mailHosts: mailHostsIn(node),
    takesPhotos: node.funnel.steps.some(
      ({ page }) => node.traits.pages[page]?.sends === "photo",
    ),
    analytics: node.funnel.analytics,
    replay: node.funnel.replay,
    found: foundIn(node),
  };
}

function linksInDanger(node: FunnelNode): readonly LinkInDanger[] {
  const shown = node.links.length + node.mailLinks.length;
  if (shown === 0 || node.dangers.length === 0) return [];
  const own = new Set(stepAddresses(node.funnel).map(({ path }) => path));
  return afterDangers(node).flatMap(({ answer: { value, path }, links }) =>
    links
      .filter(({ link }) => !own.has(pathOfLink(link.to)))
      .map(({ link, by, way }) => ({
        to: link.to,
        path: link.path,
        answer: { value, path },
        by,
        way,
      })),
  );
}

function namesIn({ used }: FunnelNode, family: string): string[] {
  return [...used].flatMap((name) =>
    name.startsWith(family) ? [name.slice(family.length)] : [],
  );
}

/** Titles and descriptions that a page does not have itself are the funnel's. */
function foundIn({
  funnel,
  traits,
  origins,
  source,
}: FunnelNode): readonly FoundPage[] {
  return foundSteps(funnel, traits).map(({ path, step, index }) => {
    const origin = origins[index] ?? [];
    const written = (key: "title" | "description"): Path => {
      const own = data(valueAt(source.data, origin))[key];
      const isShared = own === undefined && key in data(source.data);
      return isShared ? [key] : [...origin, key];
    };
    const own = step.description ?? funnel.description;
    return {
      path,
      title: plainText(step.title),
      description: own === null ? null : plainText(own),
      at: { title: written("title"), description: written("description") },
    };
  });
}

function salesOf({ source, funnel, traits }: FunnelNode): Outline["sales"] {
  const timed = new Set(
    timedPlans(funnel, traits).changes.map(({ product }) => product),
  );
  return sectionsOfPages(source).flatMap(({ page, shown }) => {
    if (traits.pages[page]?.provides !== "plan-sale") return [];
    const isTimed = shown.some(
      ({ section }) => traitsOf(section, traits)?.clock === true,
    );
    return shown.flatMap((written) =>
      plansOf(written, traits).map(({ section, path }) => {
        const product = text(data(section).product);
        return { product, isTimed: isTimed && timed.has(product), path };
      }),
    );
  });
}

const EMAIL = /(?<=[\w.+-]@)(?:[a-z\d-]+\.)+[a-z]{2,}/gi;
const NAMING = textFilter((text) => text.includes("@"));

function mailHostsIn({ source }: FunnelNode): Outline["mailHosts"] {
  return textsWith(source.data, NAMING).flatMap(({ text, place }) =>
    [...text.matchAll(EMAIL)].map(([host]) => ({ host, path: pathOf(place) })),
  );
}

const KEEPING = textFilter((text) => keepingClaims(text).length > 0);

function retentionOf({ source }: FunnelNode): Outline["retention"] {
  return textsWith(source.data, KEEPING).flatMap(({ text, place }) => {
    const path = pathOf(place);
    return isUnder(UNREAD, path)
      ? []
      : keepingClaims(text).map((claim) => ({ ...claim, path }));
  });
}

/** Every address of a funnel on all its mounts. */
function addressesOf({ funnel, origins }: FunnelNode): Address[] {
  const written = origins.map((origin): Path => {
    return [...origin, origin[0] === "questions" ? "id" : "path"];
  });
  const mounts = funnel.mounts.flatMap((path, mount): Address[] =>
    path === "" ? [] : [{ path, step: null, at: ["mounts", mount, "path"] }],
  );
  const steps = stepAddresses(funnel).map(({ path, step, index }) => ({
    path,
    step: step.id,
    at: written[index] ?? [],
  }));
  return [...mounts, ...steps];
}

/** The currencies that a page and its aliases ask for, and where. */
function currenciesAt(page: unknown, path: Path): Outline["currencies"] {
  const { currency, aliases } = data(page);
  const own =
    currency === undefined
      ? []
      : [{ name: text(currency), path: [...path, "currency"] }];
  const others = items(aliases).flatMap((alias, n) =>
    currenciesAt(alias, [...path, "aliases", n]),
  );
  return [...own, ...others];
}
