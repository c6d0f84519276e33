import { request } from "node:http";
import type { Page } from "playwright";
import type { BrandId } from "./content.ts";
import { SESSION_COOKIE, SESSION_HEADER } from "../../generated/call.ts";
import { originOf } from "./visitor.ts";

export interface Asked {
  readonly status: number;
  readonly location: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** One request without a browser, a POST where it has a body; redirects are not followed. */
export function ask(
  brand: BrandId,
  path: string,
  {
    headers = {},
    body,
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Promise<Asked> {
  const { host, port } = new URL(originOf(brand));
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const options = {
      port,
      path,
      method,
      headers: { ...headers, host },
      // A redirect repeats a long query.
      maxHeaderSize: 64_000,
    };
    const asking = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          location: answer.headers.location,
          headers: answer.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    asking.on("error", reject);
    asking.end(body);
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
