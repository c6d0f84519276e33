/** Texts as they pass from the compiler to whoever shows them. Emitted as it stands to `generated/texts.ts`. */

/** Inline text, parsed at build time. A bare string holds neither marks nor variables. */
export type Text = string | readonly Inline[];
export type Inline =
  | string
  | { readonly kind: "strong" | "em"; readonly children: readonly Inline[] }
  | {
      readonly kind: "link";
      readonly href: string;
      readonly children: readonly Inline[];
    }
  | { readonly kind: "break" }
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly fallback: string | null;
    };

/** Block text (a small Markdown), parsed at build time. */
export type Markdown = readonly Block[];
export type Block =
  | {
      readonly kind: "paragraph" | "heading";
      readonly children: readonly Inline[];
    }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      /** The number of the first item, where that is not 1. */
      readonly start?: number;
      readonly items: readonly (readonly Inline[])[];
    };
