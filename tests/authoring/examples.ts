/** A `yaml` block of the guide. */
export interface Example {
  /** The line of the guide that the block begins on. */
  readonly line: number;
  /** What its first line says it is: a file, some keys of a file, or the items of one list. */
  readonly kind: string;
  /** Written to show a mistake. */
  readonly isWrong: boolean;
  readonly text: string;
  /** The `text` block that follows a wrong example: what the check says about it. */
  readonly said: string;
}

const BLOCK =
  /^```yaml\n# (.+)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm;

/** The examples of a guide in Markdown, in order. */
export function examplesOf(guide: string): Example[] {
  return [...guide.matchAll(BLOCK)].map(
    ({ index, 1: head = "", 2: text = "", 3: said = "" }) => ({
      line: guide.slice(0, index).split("\n").length,
      kind: head.replace(/, wrong$/, ""),
      isWrong: head.endsWith(", wrong"),
      text,
      said: said.trimEnd(),
    }),
  );
}
