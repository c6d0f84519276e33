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
      <fieldset {...group} data-question={ids.name} aria-labelledby={ids.ask}>
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
