import { openCookies } from "../core/cookies.ts";
import { TESTER_COOKIE } from "../core/tester-flag.ts";

/** Everything that this origin holds of the visitor, one entry a line. */
export function storedState(storage: Storage = localStorage): string {
  return Object.keys(storage)
    .sort()
    .map((key) => `${key}: ${storage.getItem(key) ?? ""}`)
    .join("\n");
}

/** Forgets the visitor but not that they are a tester, and starts over on this page. */
export function clearVisitor(
  storages: readonly Storage[] = [localStorage, sessionStorage],
  cookies: Pick<Document, "cookie"> = document,
  reload: () => void = () => location.reload(),
): void {
  for (const storage of storages) storage.clear();
  const jar = openCookies(location.protocol === "https:");
  for (const cookie of cookies.cookie.split("; ")) {
    const name = cookie.split("=")[0] ?? "";
    if (name !== "" && name !== TESTER_COOKIE) jar.set(name, "", new Date(0));
  }
  reload();
}
