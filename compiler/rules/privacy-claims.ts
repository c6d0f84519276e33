import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { Outline } from "../link/outline.ts";
import type { PrivacyClaim } from "../link/privacy-claims.ts";
import type { BrandNode } from "../link/program.ts";
import { cloudRegionOf } from "../link/vendors.ts";
import type { BrandRule } from "./rule.ts";

/** No text says of data what the compiled site does not keep. */
export const privacyClaims: BrandRule = ({ brands, outlines, sourceOf }) =>
  outlines.flatMap((outline) => {
    const node = brands.find(({ brand }) => brand.id === outline.brand);
    if (node === undefined) return [];
    const isOwn = outline.file === node.source.file;
    // The pages and the mails of a brand speak of all its funnels.
    const sent = isOwn
      ? outlines.filter(({ brand }) => brand === outline.brand)
      : [outline];
    const facts = {
      node,
      answers: [...new Set(sent.flatMap((one) => one.sentAnswers))],
      fields: new Set(sent.flatMap((one) => one.contactFields)),
      sells: sent.some(({ products }) => products.length > 0),
    };
    return outline.claims.flatMap((claim) => {
      const said = contradiction(claim, facts);
      if (said === null) return [];
      const at = narrow(sourceOf(outline.file), claim.path, claim.words);
      return [
        diagnose("privacy/contradicts", at, {
          words: claim.words,
          facts: said,
        }),
      ];
    });
  });

/** What leaves the browsers of those whom a text speaks to. */
interface Facts {
  readonly node: BrandNode;
  readonly answers: Outline["sentAnswers"];
  readonly fields: ReadonlySet<string>;
  readonly sells: boolean;
}

/** What is true instead; null when nothing contradicts the claim. */
function contradiction(
  { kind, context, step, words }: PrivacyClaim,
  facts: Facts,
): string | null {
  const { node, answers } = facts;
  const { brand } = node;
  switch (kind) {
    case "answers-stay":
      return untold(answers, context);
    case "answer-stays":
      if (step === null) return untold(answers, context);
      return answers.includes(step)
        ? `the answer to "${step}" is stored with the contact`
        : null;
    case "answers-go":
      return "the answers stay in the visitor's browser until they are cleared there";
    case "contact-unshared": {
      const others = toldOfContact(facts, context);
      return !isAsked(words, facts) || others.length === 0
        ? null
        : `who they are is told to ${others.join(" and ")}`;
    }
    case "contact-unkept":
      return isAsked(words, facts)
        ? `visitors are asked for their ${[...facts.fields].sort().join(" and ")}`
        : null;
    case "nothing-leaves":
      return "a number of the device and the address of each page are sent to the server";
    case "untracked":
      return hasVendors(brand)
        ? "this brand measures visits (`vendors`)"
        : null;
    case "asked-first":
      return brand.consent === "required" ||
        !hasVendors(brand) ||
        /\bwhere the law\b/i.test(context)
        ? null
        : "this brand asks first only where the law does (`consent` is not `required`)";
    case "no-cookies":
      return "the visit is kept by a cookie";
    case "nobody-else":
      return hasVendors(brand)
        ? "this brand uses third parties (`vendors`)"
        : null;
    case "posthog-in-europe":
    case "posthog-in-america": {
      const region = cloudRegionOf(brand.vendors.posthog?.host ?? "");
      const said = kind === "posthog-in-europe" ? "eu" : "us";
      return region === null || region === said
        ? null
        : `\`vendors\` sends to PostHog in ${region === "eu" ? "the European Union" : "the United States"}`;
    }
    case "posthog-unused":
      return brand.vendors.posthog === null
        ? null
        : "this brand measures visits with PostHog (`vendors`)";
  }
}

function untold(
  answers: Outline["sentAnswers"],
  context: string,
): string | null {
  const left = answers.filter((answer) => !names(context, answer));
  return left.length === 0
    ? null
    : `the answers about ${left.join(" and ")} are stored with the contact`;
}

function names(text: string, answer: string): boolean {
  const written = answer === "email" ? "e-?mail" : answer;
  return new RegExp(String.raw`\b${written}s?\b`, "i").test(text);
}

function hasVendors({ vendors }: BrandNode["brand"]): boolean {
  return Object.values(vendors).some((vendor) => vendor !== null);
}

/** Whether visitors are asked for what the words are about: the one field that they name, or any. */
function isAsked(words: string, { fields }: Facts): boolean {
  const named = [...fields].filter((field) => names(words, field));
  const isOther = /\b(?:e-?mails?|names?)\b/i.test(words);
  return isOther ? named.length > 0 : fields.size > 0;
}

/** Who learns an email or a name, beside the brand itself; not those that the same text names. */
function toldOfContact({ node, sells }: Facts, context: string): string[] {
  const { posthog, sentry } = node.brand.vendors;
  const others: readonly (readonly [boolean, string, RegExp])[] = [
    [sells, "the payment provider", /\bpay(?:s|ments?)?\b/i],
    [node.mails.length > 0, "the mail service", /\bmail service\b/i],
    [posthog !== null, "PostHog", /\bPostHog\b/i],
    [sentry !== null, "Sentry", /\bSentry\b/i],
  ];
  return others.flatMap(([isTold, name, named]) =>
    isTold && !named.test(context) ? [name] : [],
  );
}
