import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { MAIL_PICTURES, mailPictureFile } from "../shared/mail-pictures.ts";
import { keyOf } from "../workspace/build-cache.ts";
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

/** Puts the pictures of shared links and of mails, and the icons of brands, into the build. */
export async function placeDrawn(context: Context): Promise<void> {
  const { checkout, compiled, pool } = context;
  const { units, assets, site } = compiled;
  const mails = Object.values(site.brands).flatMap(({ look, mails: own }) => {
    const pictures = new Set(own.flatMap(({ picture }) => picture ?? []));
    const ground = look.colors["soft"] ?? "#ffffff";
    return [...pictures].map((address) => () => placeInMail(address, ground));
  });
  const brands = units.filter(({ funnel }) => funnel === "pages");
  await eachOf(
    [
      ...units.map((unit) => () => placePicture(unit, context)),
      ...brands.map(
        ({ brand }) =>
          () =>
            placeIcons(brand, context),
      ),
      ...mails,
    ],
    pool.size,
    (placeOne) => placeOne(),
  );
  async function placeInMail(address: string, ground: string) {
    const { cache, place } = context;
    const { fingerprint, root } = checkout;
    const key = keyOf("mail picture", fingerprint, address, ground);
    const file = fileOf(root, assets, address);
    const job = { kind: "mail picture", file, ground } as const;
    const entry =
      cache.find(key) ??
      cache.keep(key, await pool.run({ ...job, to: cache.draftFolder() }));
    const name = `${MAIL_PICTURES}/${mailPictureFile(address)}`;
    for (const drawn of entry.files)
      place(name, join(entry.dir, drawn.name), "link");
  }
  async function placePicture(unit: CompiledUnit, { cache, place }: Context) {
    const address = pictureAddress(checkout.root, assets, unit);
    const { look, font, drawing } = unit.share;
    const job = {
      kind: "picture",
      look,
      font: fileOf(checkout.root, assets, font),
      drawing: drawing === null ? null : fileOf(checkout.root, assets, drawing),
    } as const;
    const key = keyOf("picture", checkout.fingerprint, address);
    const entry =
      cache.find(key) ??
      cache.keep(key, await pool.run({ ...job, to: cache.draftFolder() }));
    for (const { name } of entry.files)
      place(address.slice(1), join(entry.dir, name), "link");
  }
  async function placeIcons(brand: string, { cache, place }: Context) {
    const unit = brands.find((one) => one.brand === brand);
    if (unit === undefined) return;
    const file = fileOf(checkout.root, assets, unit.share.font);
    const look = JSON.stringify(unit.icon);
    const key = keyOf("icons", checkout.fingerprint, look, readFileSync(file));
    const job = { kind: "icons", look: unit.icon, font: file } as const;
    const entry =
      cache.find(key) ??
      cache.keep(key, await pool.run({ ...job, to: cache.draftFolder() }));
    for (const { name } of entry.files)
      place(`${brand}/${name}`, join(entry.dir, name), "link");
  }
}

function fileOf(
  root: string,
  assets: Compiled["assets"],
  address: string,
): string {
  return resolve(root, assets[address] ?? "");
}
