/** A place in a file. Lines and columns start at 1, columns count UTF-16 units, the end is exclusive. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The way to a value: keys of mappings, positions in lists. */
export type Path = readonly (string | number)[];

/** The first character of a file: what is wrong about it as a whole stands there. */
export function startOf(file: string): Span {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 2 };
}

/** A second place that explains a finding: "first here". */
export interface Note {
  readonly message: string;
  readonly at: Span;
}

export type Severity = "error" | "warning" | "info";
