import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { MAIL_PICTURES, mailPictureFile } from "../shared/mail-pictures.ts";
import { type Entry, keyOf } from "../workspace/build-cache.ts";
import type { BuildJob } from "./build-job.ts";
import { type Context, eachOf } from "./build-context.ts";
import type { Compiled, CompiledUnit } from "./compile-content.ts";
import { TAB_ICON } from "./drawn-sizes.ts";

/** Raised when the same heading, colours, type and drawing are drawn otherwise: browsers keep a picture for a year. */
export const DRAWN_AS = 2;

/** The address of the picture that stands for a unit: another one when something of it has changed. */
export function pictureAddress(
  root: string,
  assets: Compiled["assets"],
  unit: CompiledUnit,
): string {
  const { share, brand, funnel } = unit;
  const files = [share.font, share.drawing].map((address) =>
    address === null ? "" : readFileSync(fileOf(root, assets, address)),
  );
  const hash = keyOf(JSON.stringify([DRAWN_AS, share.look]), ...files).slice(
    0,
    8,
  );
  return `/assets/shared/${brand}-${funnel}.${hash}.jpg`;
}

/** A drawing of a build: what it depends on, and the work that makes it. */
interface Drawing {
  readonly key: string;
  readonly job: DistributiveOmit<BuildJob, "to">;
}

interface PlacedDrawing extends Drawing {
  /** Where its file is placed. */
  readonly at: string;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown
  ? Omit<T, K>
  : never;

/** Puts the pictures of shared links and of mails into the build. */
export async function placeDrawn(context: Context): Promise<void> {
  const { place, pool } = context;
  await eachOf(drawingsOf(context), pool.size, async ({ at, ...drawing }) => {
    const { dir, files } = await drawn(drawing, context);
    for (const { name } of files) place(at, join(dir, name), "link");
  });
}

/**
 * Puts the icons of brands into the build. Yields those of tabs, as data addresses by brand: nothing is fetched for
 * them, and unlike an SVG a picture is laid out by nobody when a browser reads it again at each new address.
 */
export async function placeIcons(
  context: Context,
): Promise<ReadonlyMap<string, string>> {
  const { checkout, compiled, place, pool } = context;
  const own = compiled.units.filter(({ funnel }) => funnel === "pages");
  const tabs = new Map<string, string>();
  await eachOf(own, pool.size, async ({ brand, icon, share }) => {
    const font = fileOf(checkout.root, compiled.assets, share.font);
    const look = JSON.stringify(icon);
    const drawing: Drawing = {
      key: keyOf("icons", checkout.fingerprint, look, readFileSync(font)),
      job: { kind: "icons", look: icon, font },
    };
    const { dir, files } = await drawn(drawing, context);
    for (const { name } of files) {
      const file = join(dir, name);
      if (name === TAB_ICON.name)
        tabs.set(
          brand,
          `data:image/png;base64,${readFileSync(file, "base64")}`,
        );
      else place(`${brand}/${name}`, file, "link");
    }
  });
  return tabs;
}

async function drawn(
  { key, job }: Drawing,
  { cache, pool }: Context,
): Promise<Entry> {
  return (
    cache.find(key) ??
    cache.keep(key, await pool.run({ ...job, to: cache.draftFolder() }))
  );
}

function drawingsOf({ checkout, compiled }: Context): PlacedDrawing[] {
  const { units, assets, site } = compiled;
  const { fingerprint, root } = checkout;
  const file = (address: string) => fileOf(root, assets, address);
  const pictures = units.map((unit): PlacedDrawing => {
    const address = pictureAddress(root, assets, unit);
    const { look, font, drawing } = unit.share;
    return {
      key: keyOf("picture", fingerprint, address),
      job: {
        kind: "picture",
        look,
        font: file(font),
        drawing: drawing === null ? null : file(drawing),
      },
      at: address.slice(1),
    };
  });
  const inMails = Object.values(site.brands).flatMap(({ look, mails }) => {
    const ground = look.colors["soft"] ?? "#ffffff";
    return [...new Set(mails.flatMap(({ picture }) => picture ?? []))].map(
      (address): PlacedDrawing => ({
        key: keyOf("mail picture", fingerprint, address, ground),
        job: { kind: "mail picture", file: file(address), ground },
        at: `${MAIL_PICTURES}/${mailPictureFile(address)}`,
      }),
    );
  });
  return [...pictures, ...inMails];
}

function fileOf(
  root: string,
  assets: Compiled["assets"],
  address: string,
): string {
  return resolve(root, assets[address] ?? "");
}
