/** A page and a section that the project does not have: all that has to be written to add them, by path. */
export const ADDED: Readonly<Record<string, string>> = {
  "schema/pages/pair.schema.json": JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "pages/pair.schema.json",
    title: "Pair",
    description: "Two choices side by side; one tap answers.",
    traits: {
      place: "question",
      flow: "forward",
      answer: { kind: "one" },
      handover: "choice",
    },
    type: "object",
    required: ["ask", "options"],
    properties: {
      ask: {
        type: "string",
        format: "text",
        minLength: 1,
        description: "The question.",
      },
      options: {
        type: ["string", "array"],
        format: "options",
        minLength: 1,
        minItems: 2,
        description: "The two choices.",
        items: { $ref: "#/$defs/option" },
      },
    },
    examples: [{ ask: "Sea or mountains?", options: ["Sea", "Mountains"] }],
  }),
  "runtime/pages/pair/page.tsx": `
import type { PageProps } from "../../../generated/names.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Choice, choicesClass } from "../../ui/choice.tsx";
import { Screen } from "../../ui/screen.tsx";
import { useTapAnswer } from "../use-tap-answer.ts";

export function Page({ ask, options }: PageProps["pair"]) {
  const ids = useAskIds();
  const { chosen, group, onClick } = useTapAnswer((value) => value);
  return (
    <Screen head={<Ask ask={ask} help={undefined} />}>
      <fieldset {...group} data-answer data-question={ids.name} aria-labelledby={ids.ask}>
        <div className={choicesClass("row")}>
          {options.map((option) => (
            <Choice
              key={option.value}
              type="radio"
              name={ids.name}
              option={option}
              checked={chosen === option.value}
              onClick={onClick}
            />
          ))}
        </div>
      </fieldset>
    </Screen>
  );
}
`,
  "schema/sections/pledge.schema.json": JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "sections/pledge.schema.json",
    title: "Pledge",
    description: "A promise in one sentence.",
    type: "object",
    required: ["text"],
    properties: {
      text: {
        type: "string",
        format: "text",
        minLength: 1,
        description: "The promise.",
      },
    },
    examples: [{ text: "We answer within a day." }],
  }),
  "runtime/sections/pledge/section.tsx": `
import type { SectionProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";

export function Section({ text }: SectionProps["pledge"]) {
  return (
    <Block section="pledge">
      <p>
        <Inline text={text} />
      </p>
    </Block>
  );
}
`,
};

/** The lines of the two registries: what stands before each, and the line itself. */
export const LINES = [
  {
    file: "runtime/pages/registry.ts",
    after: /(?=^ {2}"promo-code": )/m,
    line: '  pair: slot(() => import("./pair/page.tsx")),\n',
  },
  {
    file: "runtime/sections/registry.ts",
    after: /^(?=import type \{ SectionId)/m,
    line: 'import { Section as Pledge } from "./pledge/section.tsx";\n',
  },
  {
    file: "runtime/sections/registry.ts",
    after: /(?=^ {2}plans: )/m,
    line: "  pledge: Pledge,\n",
  },
] as const;

/** A funnel that uses both; the section is there for one of the two answers. */
export const QUIZ = `name: Quiz
title: A short quiz
mounts: [/quiz]
questions:
  - { id: place, page: pair, ask: Sea or mountains?, options: [Sea, Mountains] }
  - { id: mood, ask: How are you?, options: [Good, Bad] }
pages:
  - path: 3-result
    page: report
    heading: Your result
    sections:
      - { section: pledge, when: { place: sea }, text: We answer within a day. }
      - { section: text, text: "You said {{ place }}." }
  - { path: thank-you, page: thank-you, heading: Thank you }
`;

/** What adds to a file: what stands behind it, and the text itself. */
interface Addition {
  readonly file: string;
  readonly before: RegExp;
  readonly text: string;
}

/** A rule: no heading is "OTO". */
export const RULE: {
  readonly file: string;
  readonly text: string;
  readonly additions: readonly Addition[];
} = {
  file: "compiler/rules/plain-heading.ts",
  text: `
import { diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelRule } from "./rule.ts";

/** No headline is a word that only we know. */
export const plainHeading: FunnelRule = ({ funnel, source, origins }) =>
  funnel.steps.flatMap(({ props }, i) => {
    if (!("heading" in props) || props.heading !== "OTO") return [];
    const at = source.span([...(origins[i] ?? []), "heading"], "value");
    return [diagnose("text/not-plain", at, { word: "OTO" })];
  });
`,
  additions: [
    {
      file: "compiler/diagnostics/selling.ts",
      before: /(?=^ {2}"plans\/default": )/m,
      text: `  "text/not-plain": {
    severity: error,
    say: (p: { word: string }) => ({
      message: \`nobody knows what "\${p.word}" means\`,
      hint: "say it in the visitor's words",
    }),
  },
`,
    },
    {
      file: "compiler/rules/registry.ts",
      before: /(?=^import \{ plansDefault)/m,
      text: 'import { plainHeading } from "./plain-heading.ts";\n',
    },
    {
      file: "compiler/rules/registry.ts",
      before: /(?=^ {2}plansDefault,$)/m,
      text: "  plainHeading,\n",
    },
  ],
};

/** A vendor that counts visits: `counter`. */
export const VENDOR: {
  readonly file: string;
  readonly text: string;
  readonly additions: readonly Addition[];
} = {
  file: "runtime/analytics/counter.ts",
  text: `
import { loadScript } from "./vendor-script.ts";
import type { Vendor } from "./vendor.ts";

/** Counts visits by a script that looks at the page by itself. */
export const counter: Vendor = {
  purpose: "measurement",
  readsPage: true,
  wanted: ({ vendors }, { analytics }) =>
    analytics && vendors.counter !== null,
  async start({ brand }) {
    await loadScript(brand.vendors.counter ?? "");
    return { track: () => undefined, stop: () => undefined };
  },
};
`,
  additions: [
    {
      file: "schema/envelope/brand.schema.json",
      before: /(?=^ {8}"sentry": \{)/m,
      text: '        "counter": { "type": "string", "format": "url", "minLength": 1, "description": "The script that counts visits." },\n',
    },
    {
      file: "compiler/shared/vendors.ts",
      before: /(?=^ {2}readonly sentry: )/m,
      text: "  readonly counter: string | null;\n",
    },
    {
      file: "compiler/link/vendors.ts",
      before: /(?=^ {2}sentry: vendor\()/m,
      text: `  counter: vendor("counter", {
    switch: "analytics",
    read: (written) => single("counter", ADDRESS, written),
    sources: (address) => ({ script: [address], connect: [originOf(address)] }),
    what: "which pages you see",
    to: hostOf,
    purpose: "measurement",
  }),
`,
    },
    {
      file: "runtime/analytics/registry.ts",
      before: /(?=^import type \{ Vendors)/m,
      text: 'import { counter } from "./counter.ts";\n',
    },
    {
      file: "runtime/analytics/registry.ts",
      before: /(?=^ {2}sentry,$)/m,
      text: "  counter,\n",
    },
  ],
};
