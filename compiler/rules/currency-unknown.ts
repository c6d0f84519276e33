import { diagnose } from "../diagnostics/diagnostic.ts";
import { currenciesOf } from "../link/program.ts";
import type { ProgramRule } from "./rule.ts";

/** A page may only sell in a currency of site.yaml: in no other does every product have a price. */
export const currencyUnknown: ProgramRule = ({ site, outlines, sourceOf }) => {
  const known = currenciesOf(site);
  return outlines.flatMap(({ file, currencies }) =>
    currencies
      .filter(({ name }) => !known.some((code) => code === name))
      .map(({ name, path }) => {
        const at = sourceOf(file).span(path, "value");
        return diagnose("currency/unknown", at, { name, known });
      }),
  );
};
