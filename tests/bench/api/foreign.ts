import { randomUUID } from "node:crypto";
import { routes } from "../../../server/routes/registry.ts";
import { callSchema } from "../../../server/http/call-schema.ts";
import {
  type BenchVisitor,
  field,
  newVisitor,
  type Reply,
  send,
  expectEqual,
} from "./load.ts";
import { apiProcess, embeddedStore } from "./process.ts";
import { confirm } from "./shop.ts";
import { SESSION_COOKIE } from "../../../generated/call.ts";

/** Every call that takes an id of somebody's, asked with another session and with none: 404, each time. */
export async function benchForeign(): Promise<void> {
  const store = embeddedStore();
  const api = await apiProcess(store.env);
  await api.start();
  const { port } = api;
  const owner = await newVisitor(port);
  const stranger = await newVisitor(port);
  await confirm(owner, "journal");
  const opened = await owner.call("/api/pay/make-stripe-checkout", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product: "journal", return_path: "/quiz" },
  });
  const checkout = field(opened.json, "checkout_id");
  await pay(port, checkout);
  const reference = await confirm(owner, "journal");
  const picture = await orderPicture(owner);
  const charge = { "x-visitor-id": owner.id, "x-event-id": randomUUID() };
  const asked: Readonly<Record<string, readonly [string, object]>> = {
    "checkout-status": [`/api/pay/checkout-status?checkout_id=${checkout}`, {}],
    "make-charge": [`/api/visitor/make-charge/${reference}`, charge],
    "check-preview-status": [
      `/ai-api/visitor/check-preview-status?id=${picture}`,
      {},
    ],
    "download-preview-img": [
      `/ai-api/visitor/download-preview-img/${picture}`,
      {},
    ],
  };
  const taking = routes.filter(({ call }) => takesId(call));
  expectEqual(
    "calls that take an id are known here",
    taking.filter(({ call }) => asked[call] !== undefined).length,
    taking.length,
  );
  const replies: Reply[] = [];
  for (const [path, headers] of Object.values(asked)) {
    replies.push(await stranger.call(path, { headers: { ...headers } }));
    replies.push(await send(port, path, { headers: { ...headers } }));
  }
  const page = `/api/pay/sandbox/${checkout}`;
  const cookie = { cookie: `${SESSION_COOKIE}=AAAAAAAAAAAAAAAAAAAAAA` };
  for (const path of [page, `${page}/confirm`])
    replies.push(await send(port, path, { headers: cookie }));
  const refused = replies.filter(({ status }) => status === 404).length;
  const job = await owner.call(
    `/ai-api/visitor/check-preview-status?id=${picture}`,
  );
  expectEqual("a picture asked after by its owner, answered", job.status, 200);
  expectEqual("asked by a stranger, answered 404", refused, replies.length);
  const own = await owner.call(
    `/api/pay/checkout-status?checkout_id=${checkout}`,
  );
  expectEqual("asked by its owner, answered", own.status, 200);
  await api.kill("SIGTERM");
  await store.remove();
}

async function orderPicture(visitor: BenchVisitor): Promise<string> {
  const { json } = await visitor.call("/ai-api/pre-reg-data", {
    method: "POST",
    body: new URLSearchParams({ prompt: '"a calm sea"' }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  return field(Object(Object(json)["data"])["data"], "id");
}

/** Ids that the visitor names and the server made. */
function takesId(call: (typeof routes)[number]["call"]): boolean {
  const { params, query } = callSchema(call).properties;
  const names = Object.keys({ ...params?.properties, ...query?.properties });
  return names.some((name) => /^(reference|checkout_id|id)$/.test(name));
}

async function pay(port: number, checkout: string): Promise<void> {
  const form = new URLSearchParams({
    number: "4242 4242 4242 4242",
    expiry: "12/40",
    cvc: "123",
  });
  await send(port, `/api/pay/sandbox/${checkout}`, {
    method: "POST",
    body: form.toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
  });
}
