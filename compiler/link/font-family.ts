import type { Theme } from "./program.ts";
import type { Findings } from "./scope.ts";

/** What every family of such a package is called at the end. */
const VARIABLE = "Variable";

/** A package holds one family, which is called like it: any other is not loaded. */
export function checkFamily(font: Theme["font"], findings: Findings): void {
  const words = font.package.replace(/^.*\//, "").split("-");
  const meant = [...words, VARIABLE];
  if (bare(font.family) === bare(meant.join(""))) return;
  findings.add("font/other-family", ["theme", "font", "family"], {
    family: font.family,
    meant: meant.map(capital).join(" "),
  });
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
