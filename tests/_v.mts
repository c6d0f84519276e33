import { launchBrowser } from "./testing/browser.ts";
const b = await launchBrowser();
const p = await (
  await b.newContext({ viewport: { width: 1500, height: 1000 } })
).newPage();
await p.goto("file:///work/main/gallery/index.html");
await p.evaluate(async () => {
  for (const i of document.images) {
    i.loading = "eager";
  }
  await Promise.allSettled([...document.images].map((i) => i.decode()));
});
for (const id of process.argv.slice(2)) {
  await p.evaluate((i) => document.getElementById(i)?.scrollIntoView(), id);
  await p.screenshot({ path: `/tmp/g/gal-${id}.png` });
}
await b.close();
