import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { offline } from "../testing/calls.ts";
import type { Client } from "./client.ts";
import { NonsenseError } from "./nonsense.ts";
import { checkPreviewStatus, downloadPreview } from "./preview.ts";
import { sendPreview } from "./send-preview.ts";

const error = vi.spyOn(console, "error");
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => error.mockReset());

test("a photograph goes to the AI host with its styles, a prompt alone, each with the device", async () => {
  const forms: Record<string, FormDataEntryValue>[] = [];
  const client: Client = (path, { host, method, body: form }) => {
    expect([path, host, method]).toEqual(["/pre-reg-data", "ai", "POST"]);
    if (form instanceof FormData) forms.push(Object.fromEntries(form));
    return Promise.resolve({ data: { data: { id: "p-1" } } });
  };
  const image = new Blob(["x"], { type: "image/jpeg" });
  const via = { device: "d-1", send: fetch };
  await sendPreview(client, { image, styles: ["mosaic"] }, via);
  await sendPreview(client, { prompt: 'a "fox"' }, via);
  expect(forms).toEqual([
    {
      image: expect.any(File),
      styles: '["mosaic"]',
      device_id: "d-1",
    },
    { prompt: '"a \\"fox\\""', device_id: "d-1" },
  ]);
});

test("another job's status is nobody's", async () => {
  const client: Client = () =>
    Promise.resolve({ id: "p-2", status: "completed", new_image: null });
  await expect(checkPreviewStatus(client, "p-1")).rejects.toThrow(
    NonsenseError,
  );
});

test("a picture is a picture, and its id a path segment", async () => {
  const answers = [
    new Blob(["x"], { type: "image/jpeg" }),
    new Blob(["x"], { type: "text/html" }),
    new Blob(["x"], { type: "image/svg+xml" }),
    { status: "completed" },
  ];
  const download = (answer: unknown) =>
    downloadPreview((path, { answers }) => {
      expect([path, answers]).toEqual([
        "/visitor/download-preview-img/..%2Fx",
        "blob",
      ]);
      return Promise.resolve(answer);
    }, "../x");
  expect(await download(answers[0])).toBe(answers[0]);
  for (const nonsense of answers.slice(1))
    await expect(download(nonsense)).rejects.toThrow(NonsenseError);
});

test("a failed upload and a failed download are logged and rethrown", async () => {
  const via = { device: "d-1", send: fetch };
  await expect(sendPreview(offline, { prompt: "x" }, via)).rejects.toThrow(
    "offline",
  );
  await expect(downloadPreview(offline, "p-1")).rejects.toThrow("offline");
  await expect(checkPreviewStatus(offline, "p-1")).rejects.toThrow("offline");
  expect(error.mock.calls).toEqual([
    ["uploading the image failed", "TypeError"],
    ["downloading the image failed", "TypeError"],
  ]);
});
