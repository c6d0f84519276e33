/**
 * Runs in the head of pages that wait for start-up: asks for the visitor while the scripts are still on their way.
 * The client finds the answer under way and does not ask again.
 */
import { callHeaders } from "../core/call-headers.ts";
import { openCookies } from "../core/cookies.ts";
import { DEVICE_ID_PARAMETER, deviceId } from "../core/device-id.ts";
import { openStorage } from "../core/storage.ts";
import { sessionId } from "../core/session.ts";
import { readVisitorInfo, VISITOR_INFO } from "../core/visitor-info.ts";
import type { Early } from "./early-contract.ts";
import { VISITOR_KEY } from "../core/storage-keys.ts";

const storage = openStorage();
const known = readVisitorInfo(storage.read(VISITOR_KEY));
// Spec 4: only when it is missing or the visitor is new.
const isAsked =
  known === null || known.visitor_id === null || known.is_new_visitor;
// Over plain http browsers make no UUID: the app, which can, asks then.
if (isAsked && isSecureContext) {
  const queried = new URLSearchParams(location.search).get(DEVICE_ID_PARAMETER);
  const device = deviceId(queried, storage, () => crypto.randomUUID());
  const cookies = openCookies(location.protocol === "https:");
  const headers = callHeaders({
    cookies,
    project: document.documentElement.dataset["project"] ?? "",
    deviceId: () => device,
    location,
  });
  const base = import.meta.env.VITE_API_HOST ?? "";
  const answer = fetch(`${base}/api${VISITOR_INFO}`, { headers });
  // Whoever takes it hears of a failure; until then it is nobody's.
  answer.catch(() => undefined);
  const early = { session: sessionId(cookies), answer };
  Object.assign(globalThis, { early } satisfies { early: Early });
}
