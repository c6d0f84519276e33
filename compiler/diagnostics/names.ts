import { choices, nearest, useOneOf } from "./wording.ts";
import {
  slip,
  error,
  meantName,
  unknown,
  warning,
  type Entries,
  type Name,
  type Nothing,
} from "./wording-entry.ts";

const NOT_SHOWN = {
  unreadable: {
    message: "the name of the file is not written in UTF-8, so it is not found",
    hint: "rename it: use letters, digits, dots, dashes and underscores",
  },
  empty: {
    message: "the file is empty, so visitors see a gap",
    hint: "export the picture again",
  },
  mislabelled: {
    message:
      "the file is not what its ending says, so browsers may not show it",
    hint: "export it in the format that the ending names, or give it the right ending",
  },
  "without-size": {
    message:
      "the drawing does not say how large it is, so no room can be kept for it",
    hint: "export it with its size, or write `viewBox` into its `<svg>`",
  },
  scripted: {
    message:
      "the drawing holds a script, which would run in visitors' browsers",
    hint: "export it as a plain SVG, without scripts and events",
  },
  loading: {
    message:
      "the drawing loads parts of itself from elsewhere, which browsers do not allow in a picture",
    hint: "export it with all its pictures and styles in the file, and without `foreignObject`",
  },
  "cut-off": {
    message: "the file has no end, so visitors see a part of the picture",
    hint: "copy it again, or export it again",
  },
  placed: {
    message:
      "the photo says where it was taken, to everybody who opens its file",
    hint: "export it without the place: programs call that location, GPS, EXIF or metadata",
  },
  "too-many-pixels": {
    message: "the picture has more pixels than a phone has memory for",
    hint: "export it smaller: no side longer than 12,000 pixels, and 50 million in all",
  },
  "too-large": {
    message: "the file is larger than a phone should load",
    hint: "export it smaller: drawings up to 300 kB, photos up to 5 MB, films up to 12 MB",
  },
} as const;

/** Why a file of an assets folder cannot be shown, or should not be. */
export type AssetProblem = keyof typeof NOT_SHOWN;

const KINDS = {
  asset: { is: "a picture", ends: ".svg, .webp, .png, .jpg, .gif or .avif" },
  film: { is: "a video", ends: ".mp4 or .webm" },
  captions: { is: "a file of captions", ends: ".vtt" },
} as const;

/** The formats of keys whose values are files of an assets folder; `asset` stands for pictures. */
export type AssetFormat = keyof typeof KINDS;

export interface WrongKind {
  readonly name: string;
  /** Null where browsers show nothing that ends like the file. */
  readonly format: AssetFormat | null;
  readonly wanted: AssetFormat;
  /** The brand's files of the wanted kind. */
  readonly known: readonly string[];
}

const stemOf = (name: string) => name.replace(/\.[^.]*$/, "");

/** That one finding stands for several prices. */
function pricesToo(more: number): string {
  if (more === 0) return "";
  return `, and ${more === 1 ? "another price is" : `${more} more prices are`} in it`;
}

/** Findings about names: unknown ones, those given twice, those never used. */
export const names = {
  "section/unknown": {
    severity: error,
    say: ({ name, known, shared }: Name & { shared: boolean }) => ({
      message: `no section is called "${name}"`,
      ...(shared
        ? {
            hint: `to use the section from \`shared\`, write \`use: ${name}\``,
          }
        : (slip(name, known) ?? { hint: useOneOf(known) })),
    }),
  },
  "guard/unknown": {
    severity: error,
    say: unknown("guard", "there are no guards"),
  },
  "experiment/unknown": {
    severity: error,
    say: unknown("experiment", "declare it under `experiments` first"),
  },
  "product/unknown": {
    severity: error,
    say: ({ meant, ...p }: Name & { meant: string | undefined }) =>
      meant === undefined
        ? unknown(
            "product",
            "declare it under `products` in brand.yaml first",
          )(p)
        : meantName("product", { name: p.name, meant }),
  },
  "code/unknown": {
    severity: error,
    say: unknown(
      "promo code of visitors",
      "declare it under `codes` first, as `code: NAME-*`",
    ),
  },
  "currency/unknown": {
    severity: error,
    say: ({
      name,
      known,
      more,
      from,
    }: Name & { more: number; from: "site.yaml" | "brand.yaml" }) =>
      from === "site.yaml"
        ? {
            message: `the currency ${name} is not declared in site.yaml${pricesToo(more)}`,
            ...(slip(name, known) ?? {
              hint: `${useOneOf(known)}; or add a rule for ${name} under \`currencies\` in site.yaml`,
            }),
          }
        : {
            message: `this brand does not sell in ${name}${pricesToo(more)}`,
            hint: `${useOneOf(known)}; or add ${name} to \`currencies\` in brand.yaml`,
          },
  },
  "currency/not-iso": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `"${name}" is not a currency code of ISO 4217`,
      hint: "use the three-letter code of a currency, such as USD, JPY or KWD",
    }),
  },
  "asset/not-shown": {
    severity: error,
    say: ({ problem }: { problem: AssetProblem }) => NOT_SHOWN[problem],
  },
  "asset/wrong-kind": {
    severity: error,
    say: ({ name, format, wanted, known }: WrongKind) => {
      const twin = known.find((one) => stemOf(one) === stemOf(name));
      const { is, ends } = KINDS[wanted];
      return {
        message:
          format === null
            ? `browsers do not show "${name}", and ${is} belongs here`
            : `"${name}" is ${KINDS[format].is}, and ${is} belongs here`,
        hint:
          twin !== undefined
            ? `write \`${twin}\``
            : format === null && wanted === "asset"
              ? "export it as a JPEG or a PNG, and write the name of that file"
              : `write the name of a file that ends in ${ends}`,
      };
    },
  },
  "asset/unknown": {
    severity: error,
    say: ({ name, known }: Name) => {
      const what = "file in the brand's assets folder";
      const file = name.replace(/^.*\//, "");
      return file !== name && known.includes(file)
        ? {
            message: `no ${what} is called "${name}"`,
            hint: `write the file's name without its folder: \`${file}\``,
            instead: { from: name, to: file, kind: "safe" as const },
          }
        : unknown(
            what,
            "put the file into the brand's `assets` folder",
          )({
            name,
            known,
          });
    },
  },
  "shared/unknown": {
    severity: error,
    say: unknown("shared section", "declare it under `shared` first"),
  },
  "shared/endless": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `the shared section "${name}" contains itself`,
      hint: "remove this `use`, or write out the section instead",
    }),
  },
  "brand/unknown": {
    severity: error,
    say: unknown("brand", "there are no brands"),
  },
  "brand/no-home": {
    severity: error,
    say: (_: Nothing) => ({
      message: "the brand has no page at /",
      hint: "add `home:` with the path that / leads to, such as `home: /quiz`, or give the brand a page with `path: /`",
    }),
  },
  "path/no-offer": {
    severity: warning,
    say: ({ path }: { path: string }) => ({
      message: `no brand has a page at ${path}, so /oto leads nowhere`,
      hint: "write the address of the offer that `/oto` leads to",
    }),
  },
  "font/unknown": {
    severity: error,
    say: ({ name, known }: Name) => {
      // All packages begin alike: only what follows can be mistaken.
      const short = (pack: string) => pack.replace(/^.*\//, "");
      const near = nearest(short(name), known.map(short));
      const meant = known.find((pack) => short(pack) === near);
      return {
        message: `no installed font package is called "${name}"`,
        hint:
          meant === undefined
            ? `${useOneOf(known)}; or install another one with \`npm install\``
            : `did you mean "${meant}"?`,
      };
    },
  },
  "path/duplicate": {
    severity: error,
    say: ({ path, brand }: { path: string; brand: string }) => ({
      message: `the brand ${brand} uses the address ${path} twice`,
      hint: "change one of the two, in `path`, `mounts`, `redirects` or `home`",
    }),
  },
  "host/duplicate": {
    severity: error,
    say: ({ host }: { host: string }) => ({
      message: `the host ${host} is listed twice`,
      hint: "a host can belong to only one brand: remove one of the two",
    }),
  },
  "brand/same-alias": {
    severity: error,
    say: ({ alias }: { alias: string }) => ({
      message: `another brand has the alias "${alias}", too`,
      hint: "choose another one: calls to the server and measured visits name their brand by it",
    }),
  },
  "host/no-brand": {
    severity: warning,
    say: ({ name, known }: Name) => ({
      message: `no brand has the host ${name}`,
      ...(slip(name, known) ?? { hint: useOneOf(known, choices(name, known)) }),
    }),
  },
  "host/near-own": {
    severity: warning,
    say: ({ host, meant }: { host: string; meant: string }) => ({
      message: `"${host}" is not a host of this brand, and nearly "${meant}", which is`,
      hint: `write "${meant}", so that mail does not go to strangers`,
    }),
  },
  "host/endless": {
    severity: error,
    say: ({ circle }: { circle: readonly string[] }) => ({
      message: `this host leads back to itself: ${circle.join(" → ")}`,
      hint: "lead to a host of a brand, or remove this redirect",
    }),
  },
  "unused/asset": {
    severity: warning,
    say: ({ name }: { name: string }) => ({
      message: `nothing shows "${name}"`,
      hint: "name it where it belongs, or remove the file",
    }),
  },
  "unused/name": {
    severity: warning,
    say: ({ what, name }: { what: string; name: string }) => ({
      message: `the ${what} "${name}" is never used`,
      hint: "use it or remove it",
    }),
  },
} as const satisfies Entries;
