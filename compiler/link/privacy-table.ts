import type { Block } from "../shared/contract.ts";
import type { DataFlow } from "./data-flow.ts";
import { dataFlowsOf } from "./data-flows.ts";
import type { BrandNode, FunnelNode, Program } from "./program.ts";

/** Stands in the text of a brand's page for the list of what leaves the browser, on a line of its own. */
export const TABLE_NAME = "privacy.table";
export const TABLE = `{{ ${TABLE_NAME} }}`;

/** The program with the list in its places: it is known once all funnels of a brand are. */
export function withPrivacyTables(program: Program): Program {
  const brands = program.brands.map((node): BrandNode => {
    const { pages } = node;
    if (!pages.funnel.steps.some(({ props }) => holdsTable(props))) return node;
    const table = tableOf(dataFlowsOf(node, funnelsOf(program, node)));
    const steps = pages.funnel.steps.map((step) => ({
      ...step,
      props: filled(step.props, table),
    }));
    const funnel: FunnelNode["funnel"] = { ...pages.funnel, steps };
    return { ...node, pages: { ...pages, funnel } };
  });
  return { ...program, brands };
}

export function funnelsOf({ funnels }: Program, { brand }: BrandNode) {
  return funnels.filter(({ funnel }) => funnel.brand === brand.id);
}

/** A paragraph of its own: behind an empty line or a heading, and before an empty line. */
const WRITTEN =
  /(?:^|\n\s*\n|\n *#[^\n]*\n)\s*\{\{\s*privacy\.table\s*\}\}\s*(?:\n\s*\n|$)/;

/** Whether the list has a place in a page as it is written. */
export function isTableWritten(value: unknown): boolean {
  if (typeof value === "string") return WRITTEN.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(isTableWritten);
}

/** Whether the list stands somewhere below a linked value. */
function holdsTable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isPlace(value) || Object.values(value).some(holdsTable);
}

function filled<T>(value: T, table: Block): T;
function filled(value: unknown, table: Block): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isPlace(value)) return table;
  return Array.isArray(value)
    ? value.map((item) => filled(item, table))
    : Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, filled(item, table)]),
      );
}

/** A paragraph with nothing in it but the variable. */
function isPlace(value: object): boolean {
  if (!("kind" in value && value.kind === "paragraph" && "children" in value))
    return false;
  const { children } = value;
  if (!Array.isArray(children) || children.length !== 1) return false;
  const [only]: unknown[] = children;
  return (
    typeof only === "object" &&
    only !== null &&
    "name" in only &&
    only.name === TABLE_NAME
  );
}

function tableOf(flows: readonly DataFlow[]): Block {
  return {
    kind: "list",
    ordered: false,
    items: flows.map(({ what, to, when }) => [
      {
        kind: "strong",
        children: [what.slice(0, 1).toUpperCase() + what.slice(1)],
      },
      `: to ${to}, ${when}.`,
    ]),
  };
}
