import { type AppContext, readHeader } from "./app-env.ts";
import { pathOf } from "./safe-path.ts";

/** The path of the page that calls: as the page says, or else as the browser does; `/` where neither is a safe place. */
export function callingPage(c: AppContext): string {
  return pathOf(readHeader(c, "x-referrer") ?? readHeader(c, "referer"));
}
