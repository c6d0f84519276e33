const TIMEOUT_MS = 15_000;

export interface ExperimentsOptions {
  readonly url: string;
  readonly format: "text" | "json";
}

/**
 * Prints what a running server says of its experiments. The figures are the server's: only it may read the database.
 * 1 when a split does not fit its weights, 2 when the server does not answer.
 */
export async function experimentsCommand(
  { url, format }: ExperimentsOptions,
  token: string | undefined,
): Promise<number> {
  const file = format === "text" ? "experiments.txt" : "experiments.json";
  if (!URL.canParse(url)) return refuse(`"${url}" is not a valid address.`);
  const address = new URL(`/api/admin/${file}`, url);
  const answer = await ask(address, token);
  if (answer === null)
    return refuse(
      `No server answers at ${address.origin}. Start it, or give its address with --url.`,
    );
  if (answer.status === 401 || answer.status === 404)
    return refuse(
      `The server at ${address.origin} shows its results only to those who have its ADMIN_TOKEN. Set ADMIN_TOKEN to the same value here.`,
    );
  if (!answer.ok)
    return refuse(
      `The server at ${address.origin} answered with status ${answer.status}.`,
    );
  console.log((await answer.text()).trimEnd());
  return answer.headers.get("x-findings") === "0" ? 0 : 1;
}

async function ask(
  address: URL,
  token: string | undefined,
): Promise<Response | null> {
  try {
    return await fetch(address, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    return null;
  }
}

function refuse(text: string): number {
  console.error(text);
  return 2;
}
