import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { readGlyphs } from "./glyphs.ts";
import { drawIcons } from "./icons.ts";
import { drawSharePicture } from "./share-picture.ts";

const font = readFileSync(
  createRequire(import.meta.url).resolve(
    "@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2",
  ),
);

const colors = {
  page: "#ffffff",
  soft: "#eeeeee",
  ink: "#000000",
  muted: "#666666",
  accent: "#ff0000",
};
const share = (heading: string, project: string) =>
  drawSharePicture(
    {
      heading,
      project,
      host: "owl.example",
      colors,
      radius: 8,
      headingWeight: 600,
      headingTracking: 0,
    },
    font,
    null,
  );
const icons = (name: string, brand = "nest") =>
  drawIcons({ brand, name, accent: "#ff0000", onAccent: "#ffffff" }, font);

test.each([
  ["Owl", "Owl"],
  ["🦉 Owl", "Owl"],
  ["Sleep 🌙, better", "Sleep, better"],
  ["👩‍💻 Desk ❤️", "Desk"],
  ["Café “E\u0301cole” – it’s", "Café “E\u0301cole” – it’s"],
  ["🦉", ""],
  ["🏃‍♀️ Run, 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ≋ 🇬🇧", "Run,"],
  ["1️⃣ Step ©️", "1 Step ©"],
  ["Anne\u2011Marie, well\u2010being", "Anne-Marie, well-being"],
  ["Ж и 漢 Owl", "Ж и 漢 Owl"],
])("of %s, the typeface draws what it has letters for", async (line, drawn) => {
  const { known } = await readGlyphs(font, 600, 0);
  expect(known(line)).toBe(drawn);
});

test("no box stands in icons and pictures for what cannot be drawn", async () => {
  expect(await icons("🦉 Owl")).toEqual(await icons("Owl"));
  expect(await icons("Nest")).not.toEqual(await icons("Owl"));
  // A name of nothing else gives way to the brand's id.
  expect(await icons("🦉", "owl")).toEqual(await icons("Owl"));
  expect(await share("Sleep 🌙 better", "🦉 Owl")).toEqual(
    await share("Sleep better", "Owl"),
  );
  // A headline of nothing else gives way to the name.
  expect(await share("🌙🌙", "Owl")).toEqual(await share("Owl", "Owl"));
});
