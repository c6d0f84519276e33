/** The folder `report` holds findings and tables as they are printed, for people and for programs. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ContentFile } from "../parse/file-name.ts";
import { github } from "./github.ts";
import { json } from "./json.ts";
import { pretty } from "./pretty.ts";

export const FORMATS = ["pretty", "json", "github"] as const;

/** What a check of some files has found. */
export interface Checked {
  /** How many files were checked. */
  readonly files: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** How findings are printed. */
export interface Form {
  readonly format: (typeof FORMATS)[number];
  /** What precedes the names of the sources in the findings. */
  readonly prefix: string;
}

/** Prints what was found on the standard output. */
export function print(
  { diagnostics, files }: Checked,
  sources: readonly ContentFile[],
  { format, prefix }: Form,
): void {
  switch (format) {
    case "json":
      return console.log(json(diagnostics, files));
    case "github":
      if (diagnostics.length > 0) console.log(github(diagnostics));
      return;
    case "pretty": {
      const named = new Map(sources.map((file) => [prefix + file.name, file]));
      return console.log(
        pretty(diagnostics, files, (file) => named.get(file)?.text),
      );
    }
  }
}
