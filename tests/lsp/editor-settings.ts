import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";

/** Answers `workspace/configuration`: the settings of one section, as an editor would say them. */
export type EditorSettings = (section: string) => unknown;

/** The settings this repository gives to VS Code; what they do not say is left to the server. */
export function readEditorSettings(): EditorSettings {
  const text = readFileSync(join(ROOT, ".vscode/settings.json"), "utf8");
  const settings: Record<string, unknown> = JSON.parse(text);
  return (section) => {
    if (section in settings) return settings[section];
    const inside = Object.entries(settings).filter(([key]) =>
      key.startsWith(`${section}.`),
    );
    return nested(
      inside.map(([key, value]) => [key.slice(section.length + 1), value]),
    );
  };
}

/** `schemaStore.enable: false` as `{ schemaStore: { enable: false } }`; null when there is nothing. */
function nested(
  entries: readonly (readonly [string, unknown])[],
): Record<string, unknown> | null {
  if (entries.length === 0) return null;
  const heads = new Set(entries.map(([key]) => key.split(".")[0] ?? key));
  return Object.fromEntries(
    [...heads].map((head) => {
      const plain = entries.find(([key]) => key === head);
      if (plain !== undefined) return plain;
      const below = entries.filter(([key]) => key.startsWith(`${head}.`));
      return [
        head,
        nested(
          below.map(([key, value]) => [key.slice(head.length + 1), value]),
        ),
      ];
    }),
  );
}
