import type { AppContext } from "../http/app-env.ts";
import type { Services } from "../services.ts";
import {
  type Asking,
  countWaiting,
  insertPreview,
  lockPlaces,
} from "../db/previews.ts";
import { wakePreviews } from "../jobs/previews.ts";
import { PHOTO_MAX_BYTES, readPhoto } from "../previews/photo.ts";
import { takeTurnWhileOpen } from "../db/turn.ts";
import { ProblemError } from "../http/problem.ts";
import type { RouteEntry } from "../http/route.ts";
import { requireSession } from "../sessions/session.ts";
import { clientNetwork } from "../http/client-address.ts";
import { digest, newToken } from "../token.ts";
import { type FormOf, readForm, reader } from "../http/validate.ts";

/** One machine makes one picture at a time: so many may wait for it, of everybody, of one network and of one visitor. */
const WAITING_MAX = 200;
const WAITING_NETWORK_MAX = 12;
const WAITING_OWN_MAX = 4;
/** A photograph is up to 8 MB and is written anew before it waits. */
const CALLS_PER_MINUTE = 20;
/** Of a field, in characters: the form has room for a photograph, and a mistake would be noted for each item of a list. */
const JSON_MAX = 4_000;
/** What form data puts around a photograph. */
const FORM_BYTES = 100_000;

const readOrder = reader<FormOf<"pre-reg-data">>("pre-reg-data", "form");

/** Takes a photograph with styles, or a prompt, and has a picture made of it. Its fields are JSON, unlike other forms'. */
export const preRegData: RouteEntry<Services> = {
  call: "pre-reg-data",
  method: "POST",
  host: "ai",
  path: "/pre-reg-data",
  maxBytes: PHOTO_MAX_BYTES + FORM_BYTES,
  callsPerMinute: CALLS_PER_MINUTE,
  session: "made",
  bodyType: "application/json",
  handle: (services) => async (c) => {
    const { image = null, styles, prompt, ...rest } = await readForm(c.req.raw);
    const order = readOrder({
      ...rest,
      ...jsonField("styles", styles),
      ...jsonField("prompt", prompt),
    });
    if (image !== null && !(image instanceof File))
      throw new ProblemError("invalid", "Send the image as one file.");
    const id = await take(c, services, order, image);
    wakePreviews(services.jobs);
    return c.json({ data: { data: { id } } });
  },
};

async function take(
  c: AppContext,
  services: Services,
  order: FormOf<"pre-reg-data">,
  image: File | null,
): Promise<string> {
  const { styles = null, prompt = null, device_id } = order;
  if ((styles === null) === (prompt === null))
    throw new ProblemError("invalid", "Send either styles or a prompt.");
  if (styles !== null && image === null)
    throw new ProblemError("invalid", "Send an image with the styles.");
  const session = await requireSession(c, services);
  const network = clientNetwork(c, services.addressHeader);
  const asking = {
    sessionId: session.id,
    network: network && digest(`pictures ${network}`),
  };
  await requirePlace(services.db, asking);
  const bytes = image && new Uint8Array(await image.arrayBuffer());
  const id = newToken(services.random);
  const preview = {
    id,
    asking,
    deviceId: device_id ?? null,
    photo: bytes && (await readPhoto(bytes)),
    styles,
    prompt,
    now: services.now(),
  };
  await services.db.transaction().execute(async (trx) => {
    await takeTurnWhileOpen(trx, session.id, preview.now);
    await lockPlaces(trx);
    await requirePlace(trx, asking);
    await insertPreview(trx, preview);
  });
  return id;
}

/** Throws a 429 where too many pictures wait already. */
async function requirePlace(
  db: Parameters<typeof countWaiting>[0],
  asking: Asking,
): Promise<void> {
  const waiting = await countWaiting(db, asking);
  if (
    waiting.all >= WAITING_MAX ||
    waiting.ofNetwork >= WAITING_NETWORK_MAX ||
    waiting.own >= WAITING_OWN_MAX
  )
    throw new ProblemError("too-many", "Wait until a picture is done.");
}

function jsonField(name: string, value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  if (typeof value === "string" && value.length > JSON_MAX)
    throw new ProblemError(
      "invalid",
      `The field ${name} is at most ${JSON_MAX} characters.`,
      [{ pointer: `#/${name}`, detail: "is too long" }],
    );
  try {
    return { [name]: JSON.parse(typeof value === "string" ? value : "") };
  } catch {
    throw new ProblemError("not-parsed", `The field ${name} is not JSON.`);
  }
}
