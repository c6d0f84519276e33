import type { Picture } from "../../generated/contract.ts";
import { isRecord } from "../core/read.ts";
import { type ShownSize, sourcesOf } from "../ui/photo.ts";

const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;
/** How many pictures are held on to, so that the browser keeps them decoded. */
const HELD_MAX = 24;

/** By address; the oldest go first. */
const held = new Map<string, HTMLImageElement>();

/** A picture as it will be shown. */
export interface ShownPicture {
  readonly picture: Picture;
  readonly size: ShownSize;
}

/** All pictures in the properties of a page. */
export function picturesIn(
  props: unknown,
  size: ShownSize = "column",
): readonly ShownPicture[] {
  if (typeof props !== "object" || props === null) return [];
  if (isPicture(props))
    return PICTURE.test(props.src) ? [{ picture: props, size }] : [];
  return Object.entries(props).flatMap(([name, value]) =>
    picturesIn(value, name === "options" ? "half" : size),
  );
}

function isPicture(value: object): value is Picture {
  return (
    isRecord(value) &&
    typeof value["src"] === "string" &&
    typeof value["width"] === "number"
  );
}

/**
 * Fetches and decodes pictures that may be shown soon, behind those that are on the screen. Nothing where the visitor
 * saves data. Never rejects: what could not be had is asked for again where it is shown.
 */
export async function fetchPictures(
  pictures: readonly ShownPicture[],
): Promise<void> {
  if (savesData()) return;
  const shown = [...document.querySelectorAll("img")];
  await Promise.all(shown.map(settled));
  await Promise.allSettled(pictures.map(fetchPicture));
}

async function fetchPicture({ picture, size }: ShownPicture): Promise<void> {
  const { src } = picture;
  if (held.has(src)) return;
  const image = new Image();
  held.set(src, image);
  const [oldest] = held.keys();
  if (held.size > HELD_MAX && oldest !== undefined) held.delete(oldest);
  image.fetchPriority = "low";
  const sources = sourcesOf(picture, size);
  if (sources !== null) {
    // Chosen from as on the page, so that what is fetched is what will be shown.
    const source = document.createElement("source");
    Object.assign(source, lowered(sources.best));
    document.createElement("picture").append(source, image);
    Object.assign(image, lowered(sources.common));
  }
  image.src = src;
  await image.decode();
}

/** As elements spell it. */
function lowered({ srcSet, ...more }: { readonly srcSet: string }) {
  return { ...more, srcset: srcSet };
}

/** Fulfilled when a picture on the screen is there or has failed; one that waits to be scrolled to is not waited for. */
function settled(picture: HTMLImageElement): Promise<void> {
  if (picture.complete || picture.loading === "lazy") return Promise.resolve();
  return new Promise((resolve) => {
    picture.addEventListener("load", () => resolve(), { once: true });
    picture.addEventListener("error", () => resolve(), { once: true });
  });
}

function savesData(): boolean {
  if (!("connection" in navigator)) return false;
  const { connection } = navigator;
  return isRecord(connection) && connection["saveData"] === true;
}
