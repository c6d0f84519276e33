import type { FlowMap, MapStep, Way } from "./flow-map.ts";

const SIGNS = {
  next: "",
  accept: "accept",
  decline: "decline",
  failed: "failed",
};

/** The map for whatever draws Mermaid: pull requests, wikis, editors. */
export function mermaidMap({ name, steps, ways }: FlowMap): string {
  const names = new Map(steps.map(({ id }, i) => [id, `s${i + 1}`]));
  const lines = [
    "---",
    `title: ${JSON.stringify(name)}`,
    "---",
    "flowchart TD",
    ...steps.map((step, i) => `  ${node(step, i)}`),
    ...ways.flatMap((way) => {
      const [from, to] = [names.get(way.from), names.get(way.to)];
      return from === undefined || to === undefined
        ? []
        : `  ${from} ${arrow(way, steps)} ${to}`;
    }),
    "  classDef offer stroke-width:3px",
    "  classDef wrong stroke:#c00,stroke-width:3px,color:#c00",
    "  classDef test stroke-dasharray:6 4",
    ...classes(steps),
  ];
  return `${lines.join("\n")}\n`;
}

function node(step: MapStep, i: number): string {
  const words = [
    `${i + 1} ${step.id}`,
    step.head,
    ...step.findings.map(({ code }) => code),
  ];
  const text = quoted(words.join("<br/>"));
  const name = `s${i + 1}`;
  if (step.kind === "end") return `${name}([${text}])`;
  return step.kind === "offer" ? `${name}{{${text}}}` : `${name}[${text}]`;
}

function arrow({ on, to, when }: Way, steps: readonly MapStep[]): string {
  const target = steps.find(({ id }) => id === to)?.when ?? null;
  const condition = when ?? (on === "next" ? target : null);
  const said = [SIGNS[on], condition === null ? "" : `if ${condition}`]
    .filter((word) => word !== "")
    .join(" ");
  const shape = on === "decline" || on === "failed" ? "-.->" : "-->";
  return said === "" ? shape : `${shape}|${quoted(said)}|`;
}

function classes(steps: readonly MapStep[]): string[] {
  return steps.flatMap(({ kind, experiment, findings }, i) => [
    ...(kind === "offer" ? [`  class s${i + 1} offer`] : []),
    ...(experiment === null ? [] : [`  class s${i + 1} test`]),
    ...(findings.length > 0 ? [`  class s${i + 1} wrong`] : []),
  ]);
}

/** Quotes and what Mermaid would read as its own are written as it wants them. */
function quoted(text: string): string {
  return `"${text.replaceAll("#", "#35;").replaceAll('"', "#quot;")}"`;
}
