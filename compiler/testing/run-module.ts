/** The folder `testing` holds what tests of the compiler are run with. */
import { transformWithOxc } from "vite";
import type { EmittedFile } from "../emit/file.ts";

/** Runs an emitted module as a browser would: types taken out, nothing else. */
export async function run(file: EmittedFile): Promise<Record<string, unknown>> {
  const { code } = await transformWithOxc(file.content, file.name);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
