import { request } from "node:http";
import type { BrandId } from "./content.ts";
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
