import { expect, test } from "vitest";
import { uploadFetch } from "./upload.ts";
import { SESSION_HEADER } from "../../generated/call.ts";

/** An XMLHttpRequest that does what the test says. */
class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly sent: Record<string, string> = {};
  opened: readonly unknown[] = [];
  body: unknown = null;
  responseType = "";
  status = 200;
  statusText = "OK";
  response: Blob | null = new Blob(['{"ok":true}']);
  open(...args: readonly unknown[]) {
    this.opened = args;
  }
  setRequestHeader(name: string, value: string) {
    this.sent[name] = value;
  }
  getAllResponseHeaders() {
    return `content-type: application/json\r\n${SESSION_HEADER}: s-1\r\nodd\r\n`;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  progress(loaded: number, total: number, lengthComputable = true) {
    const event = Object.assign(new Event("progress"), {
      loaded,
      total,
      lengthComputable,
    });
    this.upload.dispatchEvent(event);
  }
}

function begin(init: RequestInit = {}) {
  const request = new FakeRequest();
  const shares: number[] = [];
  const open = () => Object.assign(Object.create(null), { request }).request;
  const send = uploadFetch((share) => shares.push(share), open);
  const body = new FormData();
  const answer = send("/ai-api/x", {
    method: "POST",
    headers: { "X-Host": "a" },
    body,
    ...init,
  });
  return { request, shares, answer, body };
}

test("tells how much has left, and hands the answer over", async () => {
  const { request, shares, answer, body } = begin();
  expect(request.opened).toEqual(["POST", "/ai-api/x"]);
  expect(request.sent).toEqual({ "x-host": "a" });
  expect(request.body).toBe(body);
  request.progress(1, 4);
  request.progress(9, 0, false);
  request.progress(4, 4);
  request.dispatchEvent(new Event("load"));
  const response = await answer;
  expect(shares).toEqual([0.25, 1]);
  expect(response.headers.get(SESSION_HEADER)).toBe("s-1");
  expect(await response.json()).toEqual({ ok: true });
});

test("a refusal is an answer, too", async () => {
  const { request, answer } = begin();
  request.status = 413;
  request.dispatchEvent(new Event("load"));
  expect(await answer).toMatchObject({ status: 413, ok: false });
});

test("a lost connection rejects as fetch does, an ended call as an ended fetch", async () => {
  const lost = begin();
  lost.request.dispatchEvent(new Event("error"));
  await expect(lost.answer).rejects.toBeInstanceOf(TypeError);
  const controller = new AbortController();
  const ended = begin({ signal: controller.signal });
  controller.abort();
  await expect(ended.answer).rejects.toMatchObject({ name: "AbortError" });
});
