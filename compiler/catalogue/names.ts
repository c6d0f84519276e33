import { choices, didYouMean, list, nearest } from "../wording.ts";
import {
  error,
  unknown,
  warning,
  type Entries,
  type Name,
  type Nothing,
} from "./entry.ts";

/** Findings about names: those that nothing answers to, those given twice, those never used. */
export const names = {
  "page/unknown": {
    severity: error,
    say: (p: Name & { misplaced: "question" | "brand" | null }) => {
      switch (p.misplaced) {
        case "question":
          return {
            message: `a page "${p.name}" cannot stand among the questions`,
            hint: "move it under `pages`",
          };
        case "brand":
          return {
            message: `a page "${p.name}" cannot stand in brand.yaml`,
            hint: `move it into the file of a funnel; a brand's own pages are ${list(p.known)}`,
          };
        case null:
          return {
            message: `no page is called "${p.name}"`,
            hint: didYouMean(p.name, p.known) ?? `possible: ${list(p.known)}`,
          };
      }
    },
  },
  "section/unknown": {
    severity: error,
    say: ({ name, known, shared }: Name & { shared: boolean }) => ({
      message: `no section is called "${name}"`,
      hint: shared
        ? `a section under \`shared\` stands here as \`use: ${name}\``
        : (didYouMean(name, known) ?? `possible: ${list(known)}`),
    }),
  },
  "step/unknown": {
    severity: error,
    say: ({ name, known }: Name) => {
      // An address was written: `/quiz/34-summary` is the step "summary".
      const step = name.replace(/^.*\//, "").replace(/^\d+-/, "");
      return step !== name && known.includes(step)
        ? {
            message: `no step is called "${name}"`,
            hint: `name the step, not its address: \`${step}\``,
          }
        : unknown("step", "the funnel has no steps")({ name, known });
    },
  },
  "question/unknown": {
    severity: error,
    say: unknown("question", "the funnel has no questions"),
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
    say: ({ name, known }: Name) => ({
      message: `no product has to have a price in ${name}: site.yaml does not use this currency`,
      hint: `use one of ${list(known)}, or add a rule for ${name} to site.yaml`,
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
  "variable/unknown": {
    severity: error,
    say: unknown("variable", "there are no variables"),
  },
  "score/unknown": {
    severity: error,
    say: unknown("score", "declare it under `scores` first"),
  },
  "band/unknown": {
    severity: error,
    say: unknown("band", "the score has no bands"),
  },
  "answer/unknown": {
    severity: error,
    say: (p: Name & { question: string; meant: string | undefined }) => {
      const { name, known, question, meant } = p;
      const message = `the question "${question}" has no answer "${name}"`;
      if (meant !== undefined)
        return {
          message,
          hint: `a choice is named by what is stored, not by its label: \`${meant}\``,
        };
      return {
        message,
        hint:
          known.length === 0
            ? `its answers are numbers: \`${question}: { atLeast: 1, atMost: 5 }\``
            : (didYouMean(name, known) ??
              `its answers: ${choices(name, known)}`),
      };
    },
  },
  "option-set/unknown": {
    severity: error,
    say: ({ name, known }: Name) =>
      name.includes(",")
        ? {
            message: "the choices are one text here, not a list",
            hint: `a list goes in brackets: \`[${name}]\``,
          }
        : unknown(
            "option set",
            "declare it under `optionSets` first, or write the choices here",
          )({ name, known }),
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
  "step/duplicate-id": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `two steps are called "${id}"`,
      hint: "give one of them another `id`",
    }),
  },
  "step/reserved-id": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `no step can be called "${id}"`,
      hint: "choose another `id`",
    }),
  },
  "question/taken-id": {
    severity: warning,
    say: ({ id, shows }: { id: string; shows: string | null }) => ({
      message:
        shows === null
          ? `"${id}" has a meaning of its own in conditions, so none can name this question`
          : `\`{{ ${id} }}\` shows ${shows}, never the answer to this question`,
      hint:
        id === "name"
          ? "write `contact: name` if it asks for the visitor's name; otherwise give it another id"
          : "give the question another id",
    }),
  },
  "option/duplicate-value": {
    severity: error,
    say: ({ value }: { value: string }) => ({
      message: `two choices are stored as "${value}"`,
      hint: "give one of them its own `value`",
    }),
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
