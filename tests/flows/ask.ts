import { request } from "node:http";
import type { Page } from "playwright";
import { SESSION_COOKIE, SESSION_HEADER } from "../../generated/call.ts";
import type { BrandId } from "./brands.ts";
import { originOf } from "./visitor.ts";

/** One request without a browser; redirects are not followed. */
export function ask(
  brand: BrandId,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Buffer;
}> {
  const { host, port } = new URL(originOf(brand));
  return new Promise((resolve, reject) => {
    const options = { port, path, headers: { ...headers, host } };
    const asking = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          location: answer.headers.location,
          body: Buffer.concat(parts),
        }),
      );
    });
    asking.on("error", reject);
    asking.end();
  });
}

/** What a call answers in the session of a page's visitor. */
export async function askAs(page: Page, path: string) {
  const cookies = await page.context().cookies(page.url());
  const { value = "" } =
    cookies.find(({ name }) => name === SESSION_COOKIE) ?? {};
  const text = await page.evaluate(
    async ([address, header, session]) => {
      const headers = { [header]: session };
      return (await fetch(address, { headers })).text();
    },
    [path, SESSION_HEADER, decodeURIComponent(value)] as const,
  );
  return JSON.parse(text);
}
