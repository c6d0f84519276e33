import {
  error,
  unknown,
  warning,
  type Entries,
  type Name,
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

/** Findings about the files of a brand's assets folder, and their names. */
export const assets = {
  "asset/outside": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `"${name}" is outside the brand's assets folder`,
      hint: "put the file into the brand's `assets` folder and write only its name, such as `hero.svg`",
    }),
  },
  "asset/bad-name": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `"${name}" is not a valid name for a picture or another asset`,
      hint: "rename the file: use letters, digits, dots, dashes and underscores, and an ending such as .svg",
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
    say: ({ name, known, isEmpty }: Name & { isEmpty: boolean }) => {
      if (isEmpty)
        return {
          message: "the brand has no files in a folder called `assets`",
          hint: "put its pictures into a folder of that name beside brand.yaml",
        };
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
  "unused/asset": {
    severity: warning,
    say: ({ name }: { name: string }) => ({
      message: `nothing shows "${name}"`,
      hint: "name it where it belongs, or remove the file",
    }),
  },
} as const satisfies Entries;
