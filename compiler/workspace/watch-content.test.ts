import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

let watcher = new EventEmitter();
const dir = mkdtempSync(join(tmpdir(), "funnels-watched-"));
// Other files share this process: none of them may meet the watcher that says nothing.
beforeAll(() => {
  vi.resetModules();
  vi.doMock("chokidar", () => ({
    watch: () => {
      watcher = new EventEmitter();
      setImmediate(() => watcher.emit("ready"));
      return Object.assign(watcher, { close: async () => {} });
    },
  }));
});
afterAll(() => {
  vi.doUnmock("chokidar");
  vi.resetModules();
  rmSync(dir, { recursive: true, force: true });
});

test(
  "what the watcher misses is taken all the same, once",
  { tags: "long" },
  async () => {
    const { watchContent } = await import("./watch-content.ts");
    mkdirSync(join(dir, "calm"));
    const save = (text: string) => {
      writeFileSync(join(dir, "calm/quiz.yaml"), text);
    };
    save("one");
    const taken: (string | undefined)[][] = [];
    const stop = await watchContent(dir, [], async (files) => {
      taken.push(files.map(({ text }) => text));
    });
    save("two");
    await expect.poll(() => taken).toEqual([["one"], ["two"]]);
    rmSync(join(dir, "calm/quiz.yaml"));
    await expect.poll(() => taken).toEqual([["one"], ["two"], []]);
    await stop();
  },
);

test("what an editor leaves beside content while it saves is no change, and a picture is one", async () => {
  const { watchContent } = await import("./watch-content.ts");
  mkdirSync(join(dir, "body/assets"), { recursive: true });
  const taken: boolean[] = [];
  const stop = await watchContent(dir, [], async (_, isNewEnvironment) => {
    taken.push(isNewEnvironment);
  });
  const save = (name: string) => {
    writeFileSync(join(dir, name), "");
    watcher.emit("all", "add", join(dir, name));
  };
  save("body/4913");
  save("body/#quiz.yaml#");
  save("body/quiz.yaml");
  await expect.poll(() => taken).toEqual([false, false]);
  save("body/assets/a.svg");
  await expect.poll(() => taken).toEqual([false, false, true]);
  await stop();
});
