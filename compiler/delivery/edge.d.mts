/** What is done with a request: it is led to `location`, or sent `file` of the build. */
export interface Decision {
  readonly status: number;
  readonly location?: string;
  readonly file?: string;
  /** By which rule it is kept; null: by none. */
  readonly cache: "asset" | "fresh" | null;
}

export function decide(
  look: (key: string) => Promise<string | null>,
  asked: {
    readonly host: string;
    readonly told: string;
    readonly path: string;
    readonly query: string;
    readonly secure: boolean;
  },
): Promise<Decision>;
