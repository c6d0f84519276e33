import type { Language } from "../schema/language.ts";
import type { Assets } from "./scope.ts";

/** Everything a compilation depends on beside the YAML. */
export interface Environment {
  readonly language: Language;
  /** What precedes file names in diagnostics: `funnels/`. */
  readonly prefix: string;
  /** Installed @fontsource-variable packages. */
  readonly fonts: readonly string[];
  /**
   * What the program is for. A check that emits nothing leaves texts as they are written: parsing their Markdown is
   * a third of the time and finds nothing but links. The diagnostics are the same. A comparison with another state reads
   * and links: no rule reads what visitors had before.
   */
  readonly purpose: "check" | "emit" | "compare";
  assets(brand: string): Assets;
}
