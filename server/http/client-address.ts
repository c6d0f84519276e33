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
    if (told) return told;
  }
  const bindings: AppEnv["Bindings"] | undefined = c.env;
  return bindings?.incoming?.socket.remoteAddress ?? null;
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return /^(::1|(::ffff:)?127\.)/.test(address);
}
