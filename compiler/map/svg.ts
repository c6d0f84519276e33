import type { EdgeKind } from "../shared/contract.ts";
import { escapeHtml } from "../emit/escape-html.ts";
import type { FlowMap, MapStep, Way } from "./flow-map.ts";

/** In pixels: a box, and the room beside and below it where ways run. */
const BOX = { width: 236, height: 82 };
const GAP = { x: 64, y: 20 };
const MARGIN = 28;
const HEADER = 56;
/** So wide for its height that a map fills a screen. */
const SHAPE = 1.7;
/** Characters that fit on a line of a box, by its size. */
const FITS = { id: 22, line: 32 };
/** Ways beside each other between two columns, and the pixels from one to the next. */
const LANES = 7;
const LANE = 6;

/** Colours of the brand's theme. */
export type MapColors = Readonly<
  Record<
    "page" | "surface" | "ink" | "muted" | "line" | "accent" | "bad" | "soft",
    string
  >
>;

/** Where a brand's theme could not be read. */
const PLAIN: MapColors = {
  page: "#f6f6f6",
  surface: "#fff",
  ink: "#222",
  muted: "#666",
  line: "#bbb",
  accent: "#06c",
  bad: "#c00",
  soft: "#e6f0fa",
};

interface Place {
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** The map as a picture: steps in the order of the file, column by column, and every way as a line. */
export function svgMap(map: FlowMap, theme?: Partial<MapColors>): string {
  const colors = { ...PLAIN, ...theme };
  const rows = rowsOf(map.steps.length);
  const columns = Math.max(1, Math.ceil(map.steps.length / rows));
  const places = new Map(map.steps.map(({ id }, i) => [id, placeOf(i, rows)]));
  const drawing = { map, places, colors };
  const width = MARGIN * 2 + columns * (BOX.width + GAP.x) - GAP.x + 24;
  const height = HEADER + MARGIN + rows * (BOX.height + GAP.y);
  const kinds: readonly EdgeKind[] = ["next", "accept", "decline", "failed"];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="max-width:100%;height:auto" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>${escapeHtml(`${map.name}: ${map.key}`)}</title>
<defs>${kinds.map((on) => arrowHead(on, colors)).join("")}</defs>
<rect width="100%" height="100%" fill="${colors.page}"/>
<text x="${MARGIN}" y="36" font-size="20" font-weight="650" fill="${colors.ink}">${escapeHtml(map.name)}</text>
<text x="${width - MARGIN}" y="36" text-anchor="end" fill="${colors.muted}">${escapeHtml(map.key)}, ${map.steps.length} steps</text>
${map.ways.map((way, i) => line(way, i, drawing)).join("\n")}
${map.steps.map((step, i) => box(step, i, drawing)).join("\n")}
</svg>
`;
}

function rowsOf(steps: number): number {
  const column = BOX.width + GAP.x;
  const row = BOX.height + GAP.y;
  return Math.max(5, Math.round(Math.sqrt((steps * column) / (row * SHAPE))));
}

function placeOf(i: number, rows: number): Place {
  const column = Math.floor(i / rows);
  const row = i % rows;
  return {
    column,
    row,
    x: MARGIN + column * (BOX.width + GAP.x),
    y: HEADER + row * (BOX.height + GAP.y),
  };
}

interface Drawing {
  readonly map: FlowMap;
  readonly places: ReadonlyMap<string, Place>;
  readonly colors: MapColors;
}

function box(step: MapStep, i: number, drawing: Drawing): string {
  const { map, places, colors } = drawing;
  const { x, y } = places.get(step.id) ?? placeOf(i, 1);
  const isWrong = step.findings.length > 0;
  const isOffer = step.kind === "offer";
  const lines = [
    ...(step.when === null ? [] : [`if ${step.when}`]),
    ...saidWays(step, map),
  ];
  const inset = step.kind === "end" ? 26 : 12;
  const last = isWrong
    ? step.findings.map(({ code }) => `✗ ${code}`).join(", ")
    : lines.join(" · ");
  const name = `${i + 1} ${cut(step.id, FITS.id)}`;
  const page = cut(step.page, Math.max(5, FITS.line - name.length - 2));
  const text = (at: number, words: string, attributes: string) =>
    `<text x="${x + inset}" y="${y + at}" ${attributes}>${escapeHtml(words)}</text>`;
  return [
    `<g><title>${escapeHtml(told(step, lines))}</title>`,
    `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${step.kind === "end" ? BOX.height / 2 : 10}"`,
    ` fill="${isOffer ? colors.soft : colors.surface}" stroke="${isWrong ? colors.bad : isOffer ? colors.accent : colors.line}"`,
    ` stroke-width="${isWrong || isOffer ? 2 : 1}"${step.experiment === null ? "" : ' stroke-dasharray="6 4"'}/>`,
    text(20, name, `font-weight="650" fill="${colors.ink}"`),
    `<text x="${x + BOX.width - inset}" y="${y + 20}" text-anchor="end" fill="${colors.muted}" font-size="11">${escapeHtml(page)}</text>`,
    ...wrapped(step.head, FITS.line, 2).map((one, at) =>
      text(38 + at * 15, one, `fill="${colors.ink}"`),
    ),
    text(
      72,
      cut(last, FITS.line),
      `font-size="11" fill="${isWrong ? colors.bad : colors.accent}"`,
    ),
    "</g>",
  ].join("");
}

/** What a pointer that rests on a box reads. */
function told(step: MapStep, lines: readonly string[]): string {
  return [
    `${step.id} (${step.page}) ${step.path}`,
    step.head,
    ...lines,
    ...(step.experiment === null ? [] : [`experiment ${step.experiment}`]),
    ...step.findings.map(({ code, message }) => `${code}: ${message}`),
  ].join("\n");
}

/** Ways that do not follow from the order alone, as the box says them. */
function saidWays({ id }: MapStep, { ways }: FlowMap): string[] {
  const signs = { next: "→", accept: "✓", decline: "✗", failed: "!" } as const;
  return ways
    .filter((way) => way.from === id && !way.isNatural)
    .map(
      ({ on, to, when }) =>
        `${signs[on]} ${to}${when === null ? "" : ` if ${when}`}`,
    );
}

function line(way: Way, lane: number, { places, colors }: Drawing): string {
  const from = places.get(way.from);
  const to = places.get(way.to);
  if (from === undefined || to === undefined) return "";
  const color = colorOf(way.on, colors);
  const dash = { next: "", accept: "", decline: "5 4", failed: "2 3" }[way.on];
  const style = dash === "" ? "" : ` stroke-dasharray="${dash}"`;
  return `<path d="${route(from, to, lane)}" fill="none" stroke-linejoin="round" stroke="${color}" stroke-width="${way.isNatural ? 1 : 1.5}" stroke-opacity="${way.isNatural ? 0.8 : 0.65}"${style} marker-end="url(#to-${way.on})"/>`;
}

/** A line that runs between the boxes, never under one. */
function route(from: Place, to: Place, lane: number): string {
  const middle = from.x + BOX.width / 2;
  if (from.column === to.column && to.row === from.row + 1)
    return `M${middle} ${from.y + BOX.height}V${to.y}`;
  const shift = (lane % LANES) * LANE;
  const out = from.x + BOX.width;
  const right = out + 12 + shift;
  const y = from.y + BOX.height / 2 + shift / 2;
  if (from.column === to.column)
    return `M${out} ${y}H${right}V${to.y + 14}H${out}`;
  const before = to.x - GAP.x + 12 + shift;
  const into = `V${to.y + BOX.height / 2 + shift / 2}H${to.x}`;
  if (before === right) return `M${out} ${y}H${right}${into}`;
  const above = to.y - GAP.y + 3 + shift / 3;
  return `M${out} ${y}H${right}V${above}H${before}${into}`;
}

function arrowHead(on: EdgeKind, colors: MapColors): string {
  return `<marker id="to-${on}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8Z" fill="${colorOf(on, colors)}"/></marker>`;
}

function colorOf(on: EdgeKind, { accent, muted, bad }: MapColors): string {
  return { next: muted, accept: accent, decline: muted, failed: bad }[on];
}

/** The first lines of a text, broken between words. */
function wrapped(text: string, width: number, most: number): readonly string[] {
  const lines: string[] = [];
  // A variable stays in one piece.
  let rest = text
    .trim()
    .replaceAll(/\{\{[^{}]*\}\}/g, (variable) =>
      variable.replaceAll(" ", "\u00A0"),
    );
  while (rest !== "" && lines.length < most) {
    const isLast = lines.length === most - 1;
    const at =
      rest.length <= width ? rest.length : rest.lastIndexOf(" ", width);
    const end = at <= 0 ? width : at;
    lines.push(isLast ? cut(rest, width) : rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return lines;
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1).trimEnd()}…`;
}
