import { readFile } from "node:fs/promises";
import { errorCode } from "../refusal.ts";

/** The style sheet with a brand's tokens and fonts; empty for a brand that has none. */
export async function readTheme(brand: string): Promise<string> {
  const file = new URL(
    `../../generated/brands/${brand}/theme.css`,
    import.meta.url,
  );
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}
