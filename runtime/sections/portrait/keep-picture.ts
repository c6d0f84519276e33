import { drawPictureCard } from "./picture-card.ts";

/** By then every browser has the file, which Safari reads after the press; milliseconds. */
const SAVED_BY_MS = 40_000;

/**
 * Gives the visitor a drawing of the page as a picture: to an app of theirs, or as a file. Throws where the browser
 * cannot make it.
 */
export async function keepPicture(
  drawing: SVGSVGElement | null,
  name: string,
): Promise<void> {
  const section = drawing?.closest("section");
  if (!drawing || !section) throw new Error("no drawing is on the page");
  const { host } = location;
  const blob = await drawPictureCard(section, drawing, { name, host });
  await handOver(new File([blob], `${name}.png`, { type: blob.type }));
}

/** To an app, or as a file where the browser shares none, or refuses to so long after the press. */
export async function handOver(file: File): Promise<void> {
  if (await isShared(file)) return;
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_BY_MS);
}

async function isShared(file: File): Promise<boolean> {
  const shared = { files: [file] };
  if (!navigator.canShare?.(shared)) return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (error) {
    // Whoever closes the list of apps has changed their mind.
    return error instanceof DOMException && error.name === "AbortError";
  }
}
