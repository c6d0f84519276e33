import { isIP } from "node:net";
import type { AppContext, AppEnv } from "./app-env.ts";

/**
 * The visitor's address: what the proxy tells in `header`, else the socket's. null for a call of a plain function
 * (`app.fetch(request)`), which has no socket.
 */
export function clientAddress(
  c: AppContext,
  header: string | null,
): string | null {
  if (header !== null) {
    // A proxy appends what it saw itself; what stands before that, a client may have made up.
    const told = c.req.header(header)?.split(",").at(-1)?.trim();
    if (told) return withoutPort(told);
  }
  const bindings: AppEnv["Bindings"] | undefined = c.env;
  return bindings?.incoming?.socket.remoteAddress ?? null;
}

/** Whose calls are counted together; null for the machine's own and for nobody, who are not counted. */
export function clientNetwork(
  c: AppContext,
  header: string | null,
): string | null {
  const address = clientAddress(c, header);
  return address === null || isLoopback(address) ? null : networkOf(address);
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return /^(::1|(::ffff:)?127\.)/.test(address);
}

/**
 * An IPv4 address as it is, of an IPv6 address its first 64 bits: a household or a rented server has all of the others. IPv4
 * addresses that are written as IPv6 (`::ffff:`, `64:ff9b::`) are IPv4 ones. Text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  const plain = withoutPort(address);
  const [, bare = plain] = /^([\da-f:.]*)%.+$/i.exec(plain) ?? [];
  if (isIP(bare) !== 6) return plain;
  const parts = partsOf(bare);
  const isMapped = parts.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  const isTranslated = parts.slice(0, 6).join(":") === "64:ff9b:0:0:0:0";
  if (!isMapped && !isTranslated) return `${parts.slice(0, 4).join(":")}::/64`;
  return parts
    .slice(6)
    .map((part) => Number.parseInt(part, 16))
    .flatMap((number) => [number >> 8, number & 0xff])
    .join(".");
}

/** Some proxies tell the port as well, and put an IPv6 address in brackets before it. */
function withoutPort(address: string): string {
  return address
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1");
}

/** The eight numbers of an IPv6 address, in hex without leading zeros. */
function partsOf(address: string): string[] {
  // In its shortest form, which has no dots.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = "", after = ""] = hostname.slice(1, -1).split("::");
  const [head, tail] = [before, after].map((text) =>
    text === "" ? [] : text.split(":"),
  );
  const known = [...(head ?? []), ...(tail ?? [])].length;
  return [...(head ?? []), ...Array(8 - known).fill("0"), ...(tail ?? [])];
}
