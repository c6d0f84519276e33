import type { PreRegData } from "../../generated/api.ts";
import type { AppContext, Route, Services } from "../context.ts";
import { countWaiting, insertPreview } from "../db/previews.ts";
import { readPhoto } from "../previews/photo.ts";
import { ProblemError } from "../problem.ts";
import { requireSession } from "../session.ts";
import { newToken } from "../token.ts";
import { readForm, readPreRegData } from "../validate.ts";

/** One machine makes one picture at a time: so many may wait for it, of everybody and of one visitor. */
const WAITING_MAX = 200;
const WAITING_OWN_MAX = 4;

/** Takes a photograph with styles, or a prompt, and has a picture made of it. */
export function preRegData(services: Services): Route {
  return async (c) => {
    const { image, fields } = await readOrder(c);
    const { styles = null, prompt = null, device_id } = fields;
    if ((styles === null) === (prompt === null))
      throw new ProblemError("invalid", "Send either styles or a prompt.");
    if (styles !== null && image === null)
      throw new ProblemError("invalid", "Send an image with the styles.");
    const session = await requireSession(c, services);
    const waiting = await countWaiting(services.db, session.id);
    if (waiting.all >= WAITING_MAX || waiting.own >= WAITING_OWN_MAX)
      throw new ProblemError("too-many", "Wait until a picture is done.");
    const photo = image === null ? null : await readPhoto(image);
    const id = newToken(services.random);
    await insertPreview(services.db, {
      id,
      sessionId: session.id,
      deviceId: device_id ?? null,
      photo,
      styles,
      prompt,
      now: services.now(),
    });
    services.previews.wake();
    const answer: PreRegData["answer"] = { data: { data: { id } } };
    return c.json(answer);
  };
}

async function readOrder(c: AppContext) {
  const { image = null, styles, prompt, ...rest } = await readForm(c.req.raw);
  const fields = readPreRegData({
    ...rest,
    ...jsonField("styles", styles),
    ...jsonField("prompt", prompt),
  });
  if (image !== null && !(image instanceof File))
    throw new ProblemError("invalid", "Send the image as one file.");
  return {
    fields,
    image: image === null ? null : new Uint8Array(await image.arrayBuffer()),
  };
}

function jsonField(name: string, value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  try {
    return { [name]: JSON.parse(typeof value === "string" ? value : "") };
  } catch {
    throw new ProblemError("not-parsed", `The field ${name} is not JSON.`);
  }
}
