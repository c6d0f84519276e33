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
  "unused/name": {
    severity: warning,
    say: ({ what, name }: { what: string; name: string }) => ({
      message: `the ${what} "${name}" is never used`,
      hint: "use it or remove it",
    }),
  },
} as const satisfies Entries;
