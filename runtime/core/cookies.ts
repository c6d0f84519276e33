import Cookies from "js-cookie";

export interface CookieJar {
  get(name: string): string | null;
  set(name: string, value: string, expires: Date): void;
}

/** What is needed of js-cookie. */
export interface CookieSource {
  get(name: string): string | undefined;
  set(
    name: string,
    value: string,
    attributes: {
      expires: Date;
      path: string;
      sameSite: "lax";
      secure: boolean;
    },
  ): unknown;
}

/** The document's cookies; a cookie that the browser does not keep lives until the page is left. */
export function openCookies(
  secure: boolean,
  source: CookieSource = Cookies,
): CookieJar {
  const memory = new Map<string, string>();
  return {
    get(name) {
      return memory.get(name) ?? look(source, name);
    },
    set(name, value, expires) {
      memory.set(name, value);
      try {
        source.set(name, value, {
          expires,
          path: "/",
          sameSite: "lax",
          secure,
        });
      } catch {
        return; // A sandboxed document throws; the memory has it.
      }
      if (look(source, name) === value) memory.delete(name);
    },
  };
}

function look(source: CookieSource, name: string): string | null {
  try {
    return source.get(name) ?? null;
  } catch {
    return null;
  }
}
