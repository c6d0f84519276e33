import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { SESSION_HEADER } from "../../generated/call.ts";
import { site } from "../../generated/server.ts";
import { photo } from "../../server/pictures/photo.fixture.ts";
import { styles } from "../../server/pictures/styles.ts";
import { expectEqual } from "./api/load.ts";
import { call } from "./api/plain-call.ts";
import { middle } from "./measure.ts";
import { serveDist, START } from "./servers.ts";

const ADDRESS_HEADER = "x-forwarded-for";
const ROUNDS = 3;
const LANES = 4;
/** For as long, documents are asked for while nothing else is done. */
const QUIET_MS = 5_000;
const PHOTOS = 16;
/** That many calls of one machine, in sessions that may have four each. */
const CALLS = 300;
const CALLS_OF_SESSION = 4;
const STYLES = Object.keys(styles);

/**
 * What pictures do to everybody else, against the built server with its embedded database: documents while nothing and
 * while 16 photographs are made, and a visitor who orders while one machine asks for 300 pictures. Ratios to what the
 * same is without; that the visitor is served is judged.
 */
export async function benchPhotos(): Promise<void> {
  const server = await serveDist({ CLIENT_ADDRESS_HEADER: ADDRESS_HEADER });
  const port = Number(new URL(server.url).port);
  const image = await sharp(await photo().jpeg().toBuffer())
    .resize(3_000, 3_750)
    .jpeg()
    .toBuffer();
  await documentsBeside(port, image);
  await ordersBeside(port, image);
  await server.stop();
}

/** Milliseconds of each document, and how many came in a second. */
interface Documents {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

async function documentsBeside(port: number, image: Uint8Array): Promise<void> {
  await documents(port, pause(2_000));
  const ratios: { p99: number; perSecond: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await documents(port, pause(QUIET_MS));
    const begun = performance.now();
    const beside = await documents(port, pictures(port, image, PHOTOS));
    const seconds = (performance.now() - begun) / 1_000;
    console.log(
      `  documents, ${LANES} at a time: ${said(quiet)}; while ${PHOTOS} photographs were made in ${seconds.toFixed(0)} s: ${said(beside)}`,
    );
    ratios.push({
      p99: beside.p99 / quiet.p99,
      perSecond: beside.perSecond / quiet.perSecond,
    });
  }
  const p99 = middle(ratios.map((one) => one.p99));
  const perSecond = middle(ratios.map((one) => one.perSecond));
  console.log(
    `  in the middle: p99 ${p99.toFixed(2)} times, ${perSecond.toFixed(2)} of the documents`,
  );
}

/** Asks for one document again and again until something is over. */
async function documents(
  port: number,
  over: Promise<unknown>,
): Promise<Documents> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const begun = performance.now();
  const state = { isOver: false };
  const lane = async () => {
    while (!state.isOver) {
      const start = performance.now();
      const { status } = await call(port, START, { agent });
      if (status !== 200) throw new Error(`a document is a ${status}`);
      times.push(performance.now() - start);
    }
  };
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  await over;
  state.isOver = true;
  await lanes;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const seconds = (performance.now() - begun) / 1_000;
  return { p50: at(0.5), p99: at(0.99), perSecond: times.length / seconds };
}

function said({ p50, p99, perSecond }: Documents): string {
  return `${Math.round(perSecond)} a second, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
}

/** Has some photographs made, each asked for from a network of its own. */
async function pictures(
  port: number,
  image: Uint8Array,
  count: number,
): Promise<void> {
  const asked = Array.from({ length: count }, async (_, n) => {
    const visitor = await arrive(port, `198.51.100.${n}`);
    const { status, id } = await askForPicture(visitor, image, n);
    if (status !== 200) throw new Error(`a photograph is refused: ${status}`);
    await pictureOf(visitor, id);
  });
  await Promise.all(asked);
}

async function ordersBeside(port: number, image: Uint8Array): Promise<void> {
  const alone = await order(port, "203.0.113.1", image);
  const sessions = await Promise.all(
    Array.from({ length: CALLS / CALLS_OF_SESSION }, () =>
      arrive(port, "192.0.2.1"),
    ),
  );
  const begun = performance.now();
  const attack = Promise.all(
    sessions.flatMap((visitor) =>
      Array.from({ length: CALLS_OF_SESSION }, async (_, n) => {
        const { status } = await askForPicture(visitor, image, n);
        return status;
      }),
    ),
  );
  const beside = order(port, "203.0.113.2", image);
  const statuses = await attack;
  const seconds = (performance.now() - begun) / 1_000;
  const { callsMs, pictureMs } = await beside;
  const taken = statuses.filter((status) => status === 200).length;
  console.log(
    `  ${CALLS} calls of one machine in ${seconds.toFixed(1)} s: ${taken} taken, ${CALLS - taken} refused`,
  );
  expectEqual(
    "calls of one machine that are neither taken nor a 429",
    statuses.filter((status) => status !== 200 && status !== 429).length,
    0,
  );
  const slowest = Math.max(...callsMs);
  const usual = Math.max(...alone.callsMs);
  console.log(
    `  ✓ another visitor orders meanwhile: slowest call ${slowest.toFixed(0)} ms, ${(slowest / usual).toFixed(1)} times what it is alone; the picture is there after ${(pictureMs / 1_000).toFixed(1)} s, ${(pictureMs / alone.pictureMs).toFixed(1)} times`,
  );
}

/** Goes from the first call to a payment and a picture; throws where anything is refused. Milliseconds of each. */
async function order(
  port: number,
  address: string,
  image: Uint8Array,
): Promise<{
  readonly callsMs: readonly number[];
  readonly pictureMs: number;
}> {
  const product = Object.values(site.brands.transform.products).find(
    ({ renewal }) => renewal === null,
  );
  if (product === undefined) throw new Error("nothing is sold once");
  const callsMs: number[] = [];
  const visitor = await arrive(port, address);
  const timed = async (path: string, body: string, form = false) => {
    const start = performance.now();
    const answer = await visitor.call(path, body, form ? FORM : JSON_BODY);
    callsMs.push(performance.now() - start);
    if (answer.status >= 400)
      throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.text;
  };
  await timed(
    "/api/visitor/store-contact-info",
    JSON.stringify({ event_id: randomUUID(), email: "a@mail.example" }),
  );
  await timed(
    "/api/visitor/initiate-checkout",
    JSON.stringify({
      product: product.code,
      price: product.prices.USD,
      currency: "USD",
      event_id: randomUUID(),
    }),
  );
  const opened = await timed(
    "/api/pay/make-stripe-checkout",
    JSON.stringify({ product: product.code, return_path: "/quiz/oto" }),
  );
  const { url } = Object(JSON.parse(opened));
  await timed(
    new URL(String(url), "http://any").pathname,
    "number=4242+4242+4242+4242&expiry=12%2F34&cvc=123",
    true,
  );
  const begun = performance.now();
  const { status, id } = await askForPicture(visitor, image, 1);
  if (status !== 200) throw new Error(`the visitor is refused: ${status}`);
  await pictureOf(visitor, id);
  return { callsMs, pictureMs: performance.now() - begun };
}

const JSON_BODY = { "content-type": "application/json" };
const FORM = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
};

/** Somebody with a session, at an address of the internet. */
interface Visitor {
  call(
    path: string,
    body?: string | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): ReturnType<typeof call>;
}

async function arrive(port: number, address: string): Promise<Visitor> {
  const own = {
    host: "transform.localhost",
    [ADDRESS_HEADER]: address,
    "idempotency-key": randomUUID(),
    "x-device-id": randomUUID(),
  };
  const first = await call(port, "/api/visitor/visitor-info", { headers: own });
  const session = { [SESSION_HEADER]: String(first.headers[SESSION_HEADER]) };
  return {
    call: (path, body, headers) =>
      call(port, path, {
        headers: { ...own, ...session, ...headers },
        ...(body !== undefined && { method: "POST", body }),
      }),
  };
}

/** `n` chooses the style. */
async function askForPicture(
  visitor: Visitor,
  image: Uint8Array,
  n: number,
): Promise<{ readonly status: number; readonly id: string }> {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(image)]), "photo.jpg");
  form.append("styles", JSON.stringify([STYLES[n % STYLES.length]]));
  const request = new Response(form);
  const { status, text } = await visitor.call(
    "/ai-api/pre-reg-data",
    new Uint8Array(await request.arrayBuffer()),
    { "content-type": request.headers.get("content-type") ?? "" },
  );
  const { data } = Object(JSON.parse(text));
  return { status, id: String(Object(Object(data).data).id) };
}

async function pictureOf(visitor: Visitor, id: string): Promise<void> {
  for (;;) {
    const path = `/ai-api/visitor/check-preview-status?id=${id}`;
    const { status, text } = await visitor.call(path);
    const { status: state } = Object(JSON.parse(text));
    if (state === "completed") return;
    if (status !== 200 || state === "failed")
      throw new Error(`there is no picture: ${text}`);
    await pause(500);
  }
}
