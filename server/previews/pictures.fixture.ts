import { beforeEach } from "vitest";
import { findTurns } from "../db/previews.ts";
import type { Job } from "../jobs/run-queue.ts";
import { PICTURE_LIMITS, previews } from "../jobs/previews.ts";
import { silentLog } from "../log.ts";
import { type Answer, useServer } from "../testing/server.ts";
import { expectAnswer, readObject, type Visitor } from "../testing/calls.ts";
import { builtInPictures } from "../pictures/built-in.ts";
import { photo } from "../pictures/photo.fixture.ts";
import { pictureMaker } from "./make-picture.ts";

export const SEND = "/ai-api/pre-reg-data";
export const STATUS = "/ai-api/visitor/check-preview-status";
export const DUOTONE = JSON.stringify(["duotone"]);

/** A server without jobs, and what is done with it in the tests of a file. */
export function usePictures() {
  const server = useServer(() => ({ addressHeader: "x-forwarded-for" }));
  beforeEach(async () => {
    await server.db.deleteFrom("preview_jobs").execute();
  });
  /** Tries every picture that waits once; answers what was said of those that have to be tried again. */
  const work = async (
    make = pictureMaker(builtInPictures),
    {
      isLast = false,
      signal = new AbortController().signal,
    }: Partial<Pick<Job, "isLast" | "signal">> = {},
  ): Promise<unknown[]> => {
    const now = () => new Date(server.clock.ms);
    const sender = { send: async () => {}, wake: () => {} };
    const { db } = server;
    const queue = previews({
      db,
      now,
      log: silentLog,
      sender,
      limits: PICTURE_LIMITS.builtIn,
      make,
    });
    const again: unknown[] = [];
    for (const id of await findTurns(db))
      await queue
        .handle({ id, data: { id }, isLast, signal })
        .catch((error: unknown) => again.push(error));
    return again;
  };
  const rowOf = (id: string) =>
    server.db
      .selectFrom("preview_jobs")
      .selectAll()
      .where("job_id", "=", id)
      .executeTakeFirstOrThrow();
  return { server, work, rowOf };
}

export const jpeg = async () => fileOf(await photo().jpeg().toBuffer());
export const fileOf = (bytes: Uint8Array) =>
  new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });

export async function order(visitor: Visitor): Promise<string> {
  const fields = { image: await jpeg(), styles: DUOTONE };
  return idOf(await postForm(visitor, SEND, fields));
}

export function idOf(answer: Answer): string {
  const { data } = expectAnswer("pre-reg-data", answer);
  return String(readObject(readObject(data)["data"])["id"]);
}

export async function statusOf(visitor: Visitor, id: string) {
  const answer = await visitor.call(`${STATUS}?id=${id}`);
  return expectAnswer("check-preview-status", answer);
}

/** Posts form data as a page does; files are blobs. */
export async function postForm(
  visitor: Pick<Visitor, "call">,
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Response(form);
  return visitor.call(path, {
    method: "POST",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: new Uint8Array(await request.arrayBuffer()),
  });
}
