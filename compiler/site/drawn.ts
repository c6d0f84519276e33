import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
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

/** Puts the pictures of shared links and the icons of brands into the build. */
export async function placeDrawn(context: Context): Promise<void> {
  const { checkout, compiled, pool } = context;
  const { units, assets } = compiled;
  const brands = units.filter(({ funnel }) => funnel === "pages");
  await eachOf(
    [...units, ...brands.map(({ brand }) => brand)],
    pool.size,
    (one) =>
      typeof one === "string"
        ? placeIcons(one, context)
        : placePicture(one, context),
  );
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
