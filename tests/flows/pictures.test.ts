import { expect } from "vitest";
import { pictureOn, sendPhoto } from "../testing/photo.ts";
import { hydrated } from "../testing/screen.ts";
import { type Arrive, test } from "../testing/visitor.ts";

const UPLOAD = "/quiz/upload";

/** Runs in the browser: the beginning of each photo that leaves it is written on the page. */
function noteUpload() {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    const photo = body instanceof FormData ? body.get("image") : null;
    if (photo instanceof File)
      void photo
        .slice(0, 4_096)
        .text()
        .then((text) => {
          document.documentElement.dataset["sent"] = text.replaceAll("\0", "");
        });
    send.call(this, body);
  };
}

async function arriveAt(arrive: Arrive, path: string) {
  const visitor = await arrive("transform");
  await visitor.open(path);
  await hydrated(visitor.page);
  return visitor;
}

test("a photo becomes a picture, which survives a reload and hangs on the offer", async ({
  arrive,
}) => {
  const { page } = await arriveAt(arrive, UPLOAD);
  await page.evaluate(noteUpload);
  await sendPhoto(page);
  await page.waitForSelector("main[data-page=generate]");
  const sent = await page.locator("html").getAttribute("data-sent");
  expect(sent).toContain("JFIF");
  expect(sent).not.toMatch(/GPS|Exif/);
  await page.reload();
  const picture = await pictureOn(page);
  const size = await picture.evaluate((img) =>
    img instanceof HTMLImageElement
      ? [img.naturalWidth, img.naturalHeight]
      : [],
  );
  expect(size).toEqual([788, 1_024]);
  // Its place is as high without it: what stands below does not move when it comes.
  const save = page.locator("main a[download]");
  const shown = await save.boundingBox();
  await picture.evaluate((img) => img.removeAttribute("src"));
  expect(await save.boundingBox()).toEqual(shown);
  await page.click("[data-action=continue]");
  await page.waitForSelector("main[data-page=offer]");
  await picture.waitFor();
});

test("nobody is stuck without a picture", async ({ arrive }) => {
  const { page } = await arriveAt(arrive, "/quiz/generate");
  await page.getByRole("heading", { name: "There is no photo yet" }).waitFor();
  await page.click("[data-action=continue]");
  await page.waitForSelector("main[data-page=offer]");
});
