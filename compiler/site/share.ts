import type { Funnel, Picture } from "../shared/contract.ts";
import type { BrandNode } from "../link/program.ts";
import { plainText } from "../link/plain-text.ts";
import type { IconLook } from "./icons.ts";
import type { ShareLook } from "./share-picture.ts";

/** What the picture of a unit's links is made of; files by the addresses that they are served at. */
export interface Share {
  readonly look: ShareLook;
  readonly font: string;
  readonly drawing: string | null;
}

/**
 * What is shown of a funnel, or of a brand's own pages, where a link to it is shared. What has no drawing takes one of
 * the brand's other funnels.
 */
export function shareOf(
  { brand, theme }: BrandNode,
  funnel: Funnel,
  { font, others }: { font: string; others: readonly Funnel[] },
): Share {
  const { name } = brand.project;
  const title = plainText(funnel.title).replace(` · ${name}`, "");
  return {
    look: {
      heading: funnel.id === "pages" || title === "" ? name : title,
      project: name,
      host: brand.hosts[0] ?? "",
      colors: theme.colors,
      radius: theme.radius.card ?? 0,
      headingWeight: theme.font.headingWeight,
      headingTracking: theme.font.headingTracking,
    },
    font,
    drawing: firstOf([funnel, ...others], drawingOf),
  };
}

/** The first picture that visitors come upon, of a step that everybody may know of. */
function drawingOf({ steps }: Funnel): string | null {
  return firstOf(steps, ({ props, sensitive }) =>
    sensitive === "no" ? firstPicture(props) : null,
  );
}

function firstOf<T>(
  items: readonly T[],
  find: (item: T) => string | null,
): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function firstPicture(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (isPicture(value)) return value.src;
  return firstOf(Object.values(value), firstPicture);
}

function isPicture(value: object): value is Picture {
  return "src" in value && "width" in value && typeof value.src === "string";
}

export function iconOf({ brand, theme }: BrandNode): IconLook {
  const { accent = "#000000", onAccent = "#ffffff" } = theme.colors;
  return { brand: brand.id, name: brand.project.name, accent, onAccent };
}
