import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { MAIL_PICTURES, mailPictureFile } from "../shared/mail-pictures.ts";
import { keyOf } from "../workspace/build-cache.ts";
import type { BuildJob } from "./build-job.ts";
import { type Context, eachOf } from "./build-context.ts";
import type { Compiled, CompiledUnit } from "./compile-content.ts";

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
  const hash = keyOf(JSON.stringify(share.look), ...files).slice(0, 8);
  return `/assets/shared/${brand}-${funnel}.${hash}.jpg`;
}

/** A drawing of a build: what it depends on, the work that makes it, and where its files are placed. */
interface Drawing {
  readonly key: string;
  readonly job: DistributiveOmit<BuildJob, "to">;
  readonly at: (file: string) => string;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown
  ? Omit<T, K>
  : never;

/** Puts the pictures of shared links and of mails, and the icons of brands, into the build. */
export async function placeDrawn(context: Context): Promise<void> {
  const { cache, place, pool } = context;
  const drawings = drawingsOf(context);
  await eachOf(drawings, pool.size, async ({ key, job, at }) => {
    const entry =
      cache.find(key) ??
      cache.keep(key, await pool.run({ ...job, to: cache.draftFolder() }));
    for (const { name } of entry.files)
      place(at(name), join(entry.dir, name), "link");
  });
}

function drawingsOf({ checkout, compiled }: Context): Drawing[] {
  const { units, assets, site } = compiled;
  const { fingerprint, root } = checkout;
  const file = (address: string) => fileOf(root, assets, address);
  const pictures = units.map((unit): Drawing => {
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
      at: () => address.slice(1),
    };
  });
  const icons = units
    .filter(({ funnel }) => funnel === "pages")
    .map(({ brand, icon, share }): Drawing => {
      const font = file(share.font);
      const look = JSON.stringify(icon);
      return {
        key: keyOf("icons", fingerprint, look, readFileSync(font)),
        job: { kind: "icons", look: icon, font },
        at: (name) => `${brand}/${name}`,
      };
    });
  const inMails = Object.values(site.brands).flatMap(({ look, mails }) => {
    const ground = look.colors["soft"] ?? "#ffffff";
    return [...new Set(mails.flatMap(({ picture }) => picture ?? []))].map(
      (address): Drawing => ({
        key: keyOf("mail picture", fingerprint, address, ground),
        job: { kind: "mail picture", file: file(address), ground },
        at: () => `${MAIL_PICTURES}/${mailPictureFile(address)}`,
      }),
    );
  });
  return [...pictures, ...icons, ...inMails];
}

function fileOf(
  root: string,
  assets: Compiled["assets"],
  address: string,
): string {
  return resolve(root, assets[address] ?? "");
}
