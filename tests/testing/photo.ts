import type { Locator, Page } from "playwright";
import sharp from "sharp";

/** A photo as a phone takes one: large, with the place in it. */
const photo = () =>
  sharp({
    create: { width: 2_000, height: 2_600, channels: 3, background: "#b98" },
  })
    .composite([
      {
        input: Buffer.from(
          '<svg width="2000" height="2600"><circle cx="1000" cy="1000" r="600" fill="#543"/></svg>',
        ),
      },
    ])
    .withExif({ IFD3: { GPSLatitude: "48/1 0/1 0/1" } })
    .jpeg()
    .toBuffer();

/** Chooses a photo and a style, and sends them. */
export async function sendPhoto(page: Page): Promise<void> {
  await page.setInputFiles("[name=photo]", {
    name: "a.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(),
  });
  await page.getByRole("checkbox", { name: "Blueprint" }).check();
  await page.click("[data-action=submit]");
}

/** The visitor's own picture, once it is there. */
export async function pictureOn(page: Page): Promise<Locator> {
  const picture = page.locator("main img[src^='blob:']");
  await picture.waitFor();
  return picture;
}
