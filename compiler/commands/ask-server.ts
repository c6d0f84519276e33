const TIMEOUT_MS = 15_000;

/** Asks a running server for what only those who run it may see or do. null, and a sentence on stderr, when it does not answer so. */
export async function askServer(
  url: string,
  path: string,
  {
    token,
    body,
  }: { readonly token: string | undefined; readonly body?: object },
): Promise<Response | null> {
  if (!URL.canParse(url)) return refuse(`"${url}" is not a valid address.`);
  const address = new URL(path, url);
  const answer = await ask(address, token, body);
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
  return answer;
}

async function ask(
  address: URL,
  token: string | undefined,
  body: object | undefined,
): Promise<Response | null> {
  try {
    return await fetch(address, {
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    return null;
  }
}

function refuse(text: string): null {
  console.error(text);
  return null;
}
