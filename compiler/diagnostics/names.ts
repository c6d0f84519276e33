import { choices, didYouMean, list, nearest } from "./wording.ts";
import {
  error,
  unknown,
  warning,
  type Entries,
  type Name,
  type Nothing,
} from "./wording-entry.ts";

/** Findings about names: those that nothing answers to, those given twice, those never used. */
export const names = {
  "section/unknown": {
    severity: error,
    say: ({ name, known, shared }: Name & { shared: boolean }) => ({
      message: `no section is called "${name}"`,
      hint: shared
        ? `a section under \`shared\` stands here as \`use: ${name}\``
        : (didYouMean(name, known) ?? `possible: ${list(known)}`),
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
    say: unknown("product", "declare it under `products` in brand.yaml first"),
  },
  "currency/unknown": {
    severity: error,
    say: ({
      name,
      known,
      from,
    }: Name & { from: "site.yaml" | "brand.yaml" }) =>
      from === "site.yaml"
        ? {
            message: `${name} is not among the currencies of site.yaml`,
            hint:
              didYouMean(name, known) ??
              `use one of ${list(known)}, or add a rule for ${name} under \`currencies\` in site.yaml`,
          }
        : {
            message: `this brand does not sell in ${name}`,
            hint: `use one of ${list(known)}, or add ${name} to \`currencies\` in brand.yaml`,
          },
  },
  "currency/not-iso": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `"${name}" is not a currency code of ISO 4217`,
      hint: "write the three letters of a currency in use, such as USD, JPY or KWD",
    }),
  },
  "asset/unknown": {
    severity: error,
    say: ({ name, known }: Name) => {
      const what = "picture or file in the brand's assets";
      const file = name.replace(/^.*\//, "");
      return file !== name && known.includes(file)
        ? {
            message: `no ${what} is called "${name}"`,
            hint: `write the file's name without its folder: \`${file}\``,
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
      hint: "write out what should stand here",
    }),
  },
  "brand/unknown": {
    severity: error,
    say: unknown("brand", "there are no brands"),
  },
  "brand/no-home": {
    severity: error,
    say: (_: Nothing) => ({
      message: "nothing is served at /",
      hint: "write `home: /quiz`, the path that / leads to, or give the brand a page with `path: /`",
    }),
  },
  "path/unknown": {
    severity: error,
    say: ({ name, known }: Name) => ({
      message: `this brand has no page at ${name}`,
      hint: didYouMean(name, known) ?? `known: ${choices(name, known)}`,
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
            ? `installed: ${list(known)}; others come with \`npm install\``
            : `did you mean "${meant}"?`,
      };
    },
  },
  "path/duplicate": {
    severity: error,
    say: ({ path, brand }: { path: string; brand: string }) => ({
      message: `the address ${path} is used twice on the hosts of ${brand}`,
      hint: "give one of them another address, in `path`, `mounts`, `redirects` or `home`",
    }),
  },
  "host/duplicate": {
    severity: error,
    say: ({ host }: { host: string }) => ({
      message: `the host ${host} is claimed twice`,
      hint: "a host belongs to one brand; remove it from the other",
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
