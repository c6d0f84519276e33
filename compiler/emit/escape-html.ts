const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** A text as it can stand between tags, or in an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(
    /[&<>"]/g,
    (character) => ENTITIES[character] ?? character,
  );
}
