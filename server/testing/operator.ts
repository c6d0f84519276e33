import type { TestServer } from "./server.ts";

/** An operator in a browser that knows the token. */
export function operatorOf(server: Pick<TestServer, "send">, token: string) {
  const basic = {
    authorization: `Basic ${Buffer.from(`me:${token}`).toString("base64")}`,
  };
  return {
    /** An address below `/api/admin`. */
    open: (path: string) =>
      server.send(`/api/admin${path}`, { headers: basic }),

    /** The form of a page, sent as a browser does. */
    send: (
      path: string,
      fields: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>> = {},
    ) =>
      server.send(`/api/admin/pages/${path}`, {
        method: "POST",
        headers: {
          ...basic,
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
          ...headers,
        },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}

/** What the hidden fields of a page say. */
export function hidden(page: string): Record<string, string> {
  const found = page.matchAll(
    /<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g,
  );
  return Object.fromEntries(
    [...found].map(([, name, value]) => [name, value ?? ""]),
  );
}
