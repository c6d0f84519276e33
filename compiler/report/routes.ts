import type { RouteRow } from "../emit/routes.ts";

const HEAD = ["brand", "path", "page", "title", "guard", "experiment"];
const NONE = "–";
const TITLE_MAX = 60;

/** The table in columns that are as wide as what stands in them. */
export function prettyRoutes(rows: readonly RouteRow[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, i) =>
    Math.max(...lines.map((line) => [...(line[i] ?? "")].length)),
  );
  return lines
    .map((line) =>
      line
        .map(
          (cell, i) => cell + " ".repeat((widths[i] ?? 0) - [...cell].length),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cells(row: RouteRow): string[] {
  const { brand, path, to, page, title, guards, experiment } = row;
  if (to !== null) return [brand, path, `→ ${to}`];
  return [
    brand,
    path,
    page ?? NONE,
    title === null ? NONE : short(title),
    guards.join(", ") || NONE,
    experiment ?? NONE,
  ];
}

/** As much of a title as tells it from the others. */
function short(title: string): string {
  return title.length > TITLE_MAX
    ? `${title.slice(0, TITLE_MAX).trimEnd()}…`
    : title;
}

/** The table as data for other programs. */
export function jsonRoutes(rows: readonly RouteRow[]): string {
  return JSON.stringify({ version: 1, routes: rows }, null, 2);
}
