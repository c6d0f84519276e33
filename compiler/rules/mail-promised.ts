import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { GIFT } from "../link/promises.ts";
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
      if (moments.some((moment) => sent.has(moment))) return [];
      const at = narrow(sourceOf(file), path, words);
      const [moment = null] = moments;
      return moment === GIFT
        ? [diagnose("gift/promised", at, { words })]
        : [diagnose("mail/promised", at, { words, moment })];
    });
  });

/** Whether a funnel sells something for somebody else. */
export function givesIn(
  { gives, products }: Tree["outlines"][number],
  { gifts }: Tree["brands"][number],
): boolean {
  return gives || products.some((code) => gifts.has(code));
}
