import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { photo } from "../pictures/photo.fixture.ts";

export interface Received {
  readonly form: FormData;
  readonly headers: IncomingHttpHeaders;
}
export type Answer = (received: Received, response: ServerResponse) => unknown;

/** Somebody's image service: it notes its orders, and answers a photograph until a test says otherwise. */
export function useImageService() {
  const service = {
    address: new URL("http://127.0.0.1"),
    received: new Array<Received>(),
    answer: sendPhoto,
  };
  const http = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const type = request.headers["content-type"] ?? "";
    const form = await new Response(Buffer.concat(parts), {
      headers: { "content-type": type },
    }).formData();
    const received = { form, headers: request.headers };
    service.received.push(received);
    await service.answer(received, response);
  });
  beforeAll(async () => {
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const { port } = Object(http.address());
    service.address = new URL(`http://127.0.0.1:${String(port)}/pictures`);
  });
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  beforeEach(() => {
    service.received = [];
    service.answer = sendPhoto;
  });
  return service;
}

const sendPhoto: Answer = async (_, response) => {
  const file = await photo().png().toBuffer();
  response.writeHead(200, { "content-type": "image/png" }).end(file);
};
