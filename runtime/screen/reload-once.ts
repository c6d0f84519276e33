import { isRecord } from "../core/read.ts";

const MARK = "reloaded";
/** How long the site is waited for, in milliseconds. */
const REACH_WAIT_MS = 5_000;

/** `unreached`: there is no network to do it with; `before`: it was done, and has not helped. */
export type Reloading = "reloads" | "unreached" | "before";

/**
 * Loads the document at this address anew, once for an entry of the history: after a deploy it names scripts that
 * exist. Nothing where there is no network, or where the visitor `hasLeft` by the time that is known. Answers are kept.
 */
export async function reloadOnce(
  hasLeft: () => boolean = () => false,
): Promise<Reloading> {
  if (MARK in entryState()) return "before";
  if (!(await isReachable())) return "unreached";
  if (!hasLeft()) {
    history.replaceState({ ...entryState(), [MARK]: true }, "");
    location.reload();
  }
  return "reloads";
}

function entryState(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state;
  return isRecord(state) ? state : {};
}

/**
 * Whether the site answers. In a lift a phone says that it is online, too, and a reload would put the browser's own page
 * in the place of this one.
 */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const asked = fetch(location.pathname, { method: "HEAD", cache: "no-store" });
  const late = new Promise<never>((_, fail) => {
    setTimeout(fail, REACH_WAIT_MS);
  });
  return Promise.race([asked, late]).then(
    ({ status }) => status < 500,
    () => false,
  );
}
