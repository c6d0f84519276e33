import { fetchProvider } from "./fetch-provider.ts";
import { type Fields, signFields } from "./sign.ts";
import { OtherStatus, unanswered } from "./unanswered.ts";

/** Where a provider is asked something, and what such a question is signed with. */
export interface SignedCall {
  readonly address: URL;
  readonly secret: string;
}

/**
 * Posts fields with `time` (Unix seconds) and a signature, and reads the answer, which is JSON. Throws a 503 when the
 * provider does not answer: being out of reach passes, and whoever asks may ask again.
 */
export async function postSigned(
  { address, secret }: SignedCall,
  fields: Fields,
  now: Date,
): Promise<Readonly<Record<string, unknown>>> {
  const timed = { ...fields, time: String(Math.floor(now.getTime() / 1_000)) };
  const body = new URLSearchParams({
    ...timed,
    signature: signFields(timed, secret),
  });
  try {
    const answer = await fetchProvider(address, { method: "POST", body });
    if (!answer.ok) throw new OtherStatus(answer.status);
    return { ...Object(await answer.json()) };
  } catch (error) {
    throw unanswered(error);
  }
}
