import type { Option, Picture } from "../shared/contract.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, items, number, text } from "../schema/read.ts";
import type { LinkLeaf } from "./shape.ts";

/** The stored value of the exclusive choice, `none`, of a question with several answers. */
export const NONE = "none";

/** Words with a space between each two: most labels. */
const SIMPLE = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+){0,4}$/;

/** A choice's stored value when the author gave none: its label in small letters and dashes. */
export function valueOf(label: string): string {
  if (label.length <= 60 && SIMPLE.test(label))
    return label.toLowerCase().replaceAll(" ", "-");
  const value = label
    .replaceAll(/\{\{[^{}]*\}\}/g, "")
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return value === "" ? "other" : value.slice(0, 60).replace(/-+$/, "");
}

/** The stored value of a choice as it is written. */
export function optionValue(raw: unknown): string {
  const option = data(raw);
  if (typeof raw !== "object") return valueOf(text(raw));
  return text(option.value) || valueOf(text(option.label));
}

/** Links a list of choices; `leaf` resolves their texts and pictures. */
export function linkOptions(
  raw: unknown,
  path: Path,
  leaf: LinkLeaf,
): Option[] {
  return items(raw).map((item, i) => linkOption(item, [...path, i], leaf));
}

function linkOption(raw: unknown, path: Path, leaf: LinkLeaf): Option {
  if (typeof raw !== "object")
    return {
      value: optionValue(raw),
      label: readText(leaf("text", text(raw), path)),
    };
  const { label, note, emoji, picture, points, was } = data(raw);
  const worth = number(points) ?? 0;
  const linked =
    picture === undefined
      ? null
      : readPicture(leaf("asset", picture, [...path, "picture"]));
  return {
    value: optionValue(raw),
    label: readText(leaf("text", label, [...path, "label"])),
    ...(note !== undefined && {
      note: readText(leaf("text", note, [...path, "note"])),
    }),
    ...(emoji !== undefined && { emoji: text(emoji) }),
    ...(linked !== null && { picture: linked }),
    ...(worth !== 0 && { points: worth }),
    ...(was !== undefined && { was: items(was).map((value) => text(value)) }),
  };
}

function readText(value: unknown): Option["label"] {
  return Array.isArray(value) || typeof value === "string" ? value : "";
}

function readPicture(value: unknown): Picture | null {
  const { src, width, height } = data(value);
  return typeof src === "string"
    ? { src, width: number(width) ?? 0, height: number(height) ?? 0 }
    : null;
}
