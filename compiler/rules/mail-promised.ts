import { diagnose } from "../diagnostics/diagnostic.ts";
import { IN_DAYS, otherLength } from "../link/lengths.ts";
import { narrow } from "../link/narrow.ts";
import { CALL, GIFT, UPCOMING } from "../link/promises.ts";
import type { Product } from "../shared/contract.ts";
import { noticesOf } from "../shared/renewal-notice.ts";
import type { BrandRule, Tree } from "./rule.ts";

/** A page may say that something comes by mail, or as a link, only where that is so at that moment. */
export const mailPromised: BrandRule = ({ brands, outlines, sourceOf }) =>
  outlines.flatMap((outline) => {
    const { file, brand: id, promises } = outline;
    const node = brands.find(({ brand }) => brand.id === id);
    if (node === undefined || promises.length === 0) return [];
    // A brand's own pages speak of all of its funnels.
    const isOwn = file === node.source.file;
    const meant = isOwn ? outlines : [outline];
    const sent = new Set([
      ...node.mails.map(({ moment }) => moment),
      ...meant.flatMap(({ mails }) => mails),
    ]);
    if (meant.some((one) => givesIn(one, node))) sent.add(GIFT);
    return promises.flatMap(({ moments, words, path }) => {
      const at = () => narrow(sourceOf(file), path, words);
      if (moments.some((moment) => sent.has(moment))) {
        if (!moments.includes(UPCOMING)) return [];
        const sold = meant.flatMap(({ products }) =>
          products.flatMap((code) => node.products[code] ?? []),
        );
        const other = otherNotice(words, sold);
        return other === null
          ? []
          : [diagnose("mail/other-day", at(), { words, ...other })];
      }
      const [moment = null] = moments;
      if (moment === CALL) return [diagnose("call/promised", at(), { words })];
      return moment === GIFT
        ? [diagnose("gift/promised", at(), { words })]
        : [diagnose("mail/promised", at(), { words, moment })];
    });
  });

const UNITS = { ...IN_DAYS, hour: [0, 0] } as const;

/** The first plan of whose payments nobody is told beforehand, or not so many days before as the words say. */
function otherNotice(
  words: string,
  sold: readonly Product[],
): { readonly product: string; readonly days: number | null } | null {
  for (const { code, days, renewal } of sold) {
    if (renewal === null) continue;
    const other = noticesOf({ days, everyDays: renewal.everyDays }).find(
      (ahead) => ahead === null || otherLength(words, ahead, UNITS) !== null,
    );
    if (other !== undefined) return { product: code, days: other };
  }
  return null;
}

/** Whether a funnel sells something for somebody else. */
export function givesIn(
  { gives, products }: Tree["outlines"][number],
  { gifts }: Tree["brands"][number],
): boolean {
  return gives || products.some((code) => gifts.has(code));
}
