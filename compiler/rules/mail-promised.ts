import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import type { BrandRule } from "./rule.ts";

/** A page may say that something comes by mail only where a mail is sent at that moment. */
export const mailPromised: BrandRule = ({ brands, outlines, sourceOf }) =>
  outlines.flatMap(({ file, brand: id, promises }) => {
    const node = brands.find(({ brand }) => brand.id === id);
    if (node === undefined) return [];
    const sent = new Set(node.mails.map(({ moment }) => moment));
    return promises.flatMap(({ moment, words, path }) => {
      if (moment !== null && sent.has(moment)) return [];
      const at = narrow(sourceOf(file), path, words);
      return [diagnose("mail/promised", at, { words, moment })];
    });
  });
