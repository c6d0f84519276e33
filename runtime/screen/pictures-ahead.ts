import { isRecord } from "../core/read.ts";

const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;
/** How many pictures are held on to, so that the browser keeps them decoded. */
const HELD_MAX = 24;

/** By address; the oldest go first. */
const held = new Map<string, HTMLImageElement>();

/** The addresses of all pictures in the properties of a page. */
export function picturesIn(props: unknown): readonly string[] {
  if (typeof props === "string") return [];
  if (Array.isArray(props)) return props.flatMap(picturesIn);
  if (!isRecord(props)) return [];
  const { src, width } = props;
  if (typeof src === "string" && typeof width === "number")
    return PICTURE.test(src) ? [src] : [];
  return Object.values(props).flatMap(picturesIn);
}

/**
 * Fetches and decodes pictures that may be shown soon, behind those that are on the screen. Nothing where the visitor
 * saves data. Never rejects: what could not be had is asked for again where it is shown.
 */
export async function fetchPictures(sources: Iterable<string>): Promise<void> {
  if (savesData()) return;
  const shown = [...document.querySelectorAll("img")];
  await Promise.all(shown.map(settled));
  await Promise.allSettled([...sources].map(fetchPicture));
}

async function fetchPicture(src: string): Promise<void> {
  if (held.has(src)) return;
  const picture = new Image();
  held.set(src, picture);
  const [oldest] = held.keys();
  if (held.size > HELD_MAX && oldest !== undefined) held.delete(oldest);
  picture.fetchPriority = "low";
  picture.src = src;
  await picture.decode();
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
