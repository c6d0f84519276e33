import { expect, test, vi } from "vitest";
import { readForm } from "./validate.ts";

const FORM = "application/x-www-form-urlencoded";
const FIELD = 'Content-Disposition: form-data; name="a"\r\n\r\n1\r\n';
const parts = (boundary: string, count: number) =>
  `${`--${boundary}\r\n${FIELD}`.repeat(count)}--${boundary}--\r\n`;
const fields = (count: number) => Array<string>(count).fill("a").join("&");

const formOf = (type: string, body: string) =>
  readForm(
    new Request("http://calm.localhost", {
      method: "POST",
      headers: { "content-type": type },
      body,
    }),
  );

test.each([
  [FORM, fields(200)],
  [`${FORM}; charset=utf-8`, fields(200)],
  [`${FORM}; boundary=zzz`, fields(200)],
  ["multipart/form-data; boundary=b", parts("b", 200)],
  ['multipart/form-data; boundary="b;c"', parts("b;c", 200)],
  ["multipart/form-data; xboundary=zzz; boundary=b", parts("b", 200)],
])("fields of %s are counted before they are read", async (type, body) => {
  const read = vi.fn<() => void>();
  vi.stubGlobal("Response", read);
  await expect(formOf(type, body)).rejects.toThrow("invalid");
  expect(read).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test.each([
  [FORM, "a=1"],
  [`${FORM};boundary=a`, "a=1"],
  ["Multipart/Form-Data;Boundary=b", parts("b", 1)],
  ['multipart/form-data; boundary="b;c"', parts("b;c", 1)],
])("a form of %s is read", async (type, body) => {
  expect(await formOf(type, body)).toEqual({ a: "1" });
});

test.each([
  "",
  "text/plain",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary=""',
  "multipart/form-data-b; boundary=b",
])("a body of type '%s' is no form", async (type) => {
  await expect(formOf(type, parts("b", 1))).rejects.toThrow("not-a-form");
});
