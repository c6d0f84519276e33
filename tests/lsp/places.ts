import { providersFor } from "../../compiler/schema/payments.ts";
import {
  readPaymentProviders,
  readSchemaDir,
} from "../../compiler/workspace/environment.ts";
import { ROOT } from "../../compiler/testing/root.ts";

/** Stands for the text cursor. */
export const CURSOR = "‸";
export const MODELINE =
  "# yaml-language-server: $schema=../../schema/funnel.schema.json\n";

/** A funnel with something half typed: a question, a page after it, a section of one. */
export const question = (lines: string) => `${MODELINE}questions:\n${lines}\n`;
export const page = (lines: string) => `${MODELINE}pages:\n${lines}\n`;
export const section = (lines: string) =>
  page(`  - path: 4-plan\n    page: report\n    sections:\n${lines}`);

interface Place {
  readonly text: string;
  readonly offered: readonly string[];
  readonly not?: readonly string[];
}

export const PLACES: Readonly<Record<string, Place>> = {
  "the keys of the file": {
    text: `${MODELINE}name: Evenings\n${CURSOR}`,
    offered: ["title", "mounts", "scores", "questions", "pages"],
    not: ["name", "hosts", "ask"],
  },
  "the keys of a mount that says more than its address": {
    text: `${MODELINE}mounts:\n  - path: /quiz-mp\n    ${CURSOR}`,
    offered: ["payments"],
    not: ["path", "when", "questions"],
  },
  "whose payment page a mount leads to": {
    text: `${MODELINE}mounts:\n  - path: /quiz-mp\n    payments: ${CURSOR}`,
    offered: providersFor("checkout", readPaymentProviders(ROOT)),
  },
  "the keys of every page while none is chosen": {
    text: page(`  - ${CURSOR}`),
    offered: ["path", "page", "when", "guards"],
    not: ["heading", "declineLabel", "Offer"],
  },
  "the keys of every question while none is chosen": {
    text: question(`  - ${CURSOR}`),
    offered: ["id", "page", "when", "next"],
    not: ["low", "Slider"],
  },
  "the keys of a single choice when no page is named": {
    text: question(`  - id: bedtime\n    ${CURSOR}`),
    offered: ["ask", "options", "layout", "page", "Single choice"],
    not: ["id", "low", "none"],
  },
  "only questions among the questions": {
    text: question(`  - id: bedtime\n    page: ${CURSOR}`),
    offered: ["single", "multi", "scale", "slider", "info"],
    not: ["offer", "report"],
  },
  "every page among the pages": {
    text: page(`  - path: oto\n    page: ${CURSOR}`),
    offered: Object.keys(readSchemaDir(ROOT, "pages")),
  },
  "every section": {
    text: section(`      - section: ${CURSOR}`),
    offered: Object.keys(readSchemaDir(ROOT, "sections")),
  },
  "a section, or a shared one": {
    text: section(`      - ${CURSOR}`),
    offered: ["section", "use", "when"],
    not: ["heading", "score"],
  },
  "the keys of a list's items": {
    text: section(
      `      - section: bars\n        items:\n          - ${CURSOR}`,
    ),
    offered: ["label", "score"],
  },
  "the keys of a choice": {
    text: question(`  - id: bedtime\n    options:\n      - ${CURSOR}`),
    offered: ["label", "value", "note", "picture", "points", "to"],
  },
  "the keys of a choice in braces, once a letter is typed": {
    text: question(
      `  - id: bedtime\n    options:\n      - { label: Late, p${CURSOR} }`,
    ),
    offered: ["picture", "points"],
    not: ["label"],
  },
  "the keys of a page in braces, once a letter is typed": {
    text: question(`  - { id: rested, page: scale, l${CURSOR} }`),
    offered: ["low", "high", "statement"],
    not: ["options"],
  },
  "the guards": {
    text: page(
      `  - path: oto\n    page: offer\n    guards:\n      - ${CURSOR}`,
    ),
    offered: ["visitor-loaded", "prerequisites"],
  },
  "the values of a closed list": {
    text: question(`  - id: bedtime\n    layout: ${CURSOR}`),
    offered: ["list", "grid", "pictures", "row"],
  },
  "what the b side of an experiment may change": {
    text: page(
      `  - path: oto\n    page: offer\n    experiment:\n      b:\n        ${CURSOR}`,
    ),
    offered: ["heading", "page_type"],
    not: ["path", "guards"],
  },
  "the keys of a condition": {
    text: question(`  - id: bedtime\n    when:\n      ${CURSOR}`),
    offered: ["any", "not", "score", "band"],
  },
};
