import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { SESSION_HEADER } from "../../generated/call.ts";
import { ROOT } from "../../compiler/testing/root.ts";
import { type RunningServer, startServer } from "../testing/server.ts";

/** A machine with nothing but a build, and the packages that hold more than JavaScript. */
const machine = mkdtempSync(join(tmpdir(), "funnels-machine-"));
const build = join(machine, ".builds/first");
let server: RunningServer;
beforeAll(async () => {
  cpSync(join(ROOT, "dist/"), build, { recursive: true });
  symlinkSync(join(".builds", "first"), join(machine, "dist"));
  for (const name of ["@electric-sql/pglite", "sharp"]) {
    mkdirSync(join(machine, "node_modules", name, ".."), { recursive: true });
    symlinkSync(
      join(ROOT, "node_modules", name),
      join(machine, "node_modules", name),
    );
  }
  server = await startServer(machine);
});
afterAll(async () => {
  await server.stop();
  rmSync(machine, { recursive: true, force: true });
});

const ask = (path: string, options: RequestInit = {}, { port } = server) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...options,
    headers: { "x-host": "transform.localhost", ...options.headers },
  });

describe("the built server, without sources", () => {
  test("serves pages, and its own in the brand's look", async () => {
    expect((await ask("/quiz/upload")).status).toBe(200);
    const notice = await ask("/quiz/%2e%2e%2f");
    expect(notice.status).toBe(400);
    expect(await notice.text()).toMatch(/<style>[^]*--accent:#/);
  });

  test("names the build that is served, and the next one once the link leads there", async () => {
    const served = async () => (await (await ask("/readyz")).json()).build;
    const { id, ...known } = JSON.parse(
      readFileSync(join(build, "build.json"), "utf8"),
    );
    expect(await served()).toBe(id);
    const next = join(machine, ".builds/second");
    cpSync(build, next, { recursive: true });
    writeFileSync(
      join(next, "build.json"),
      JSON.stringify({ id: "second", ...known }),
    );
    symlinkSync(join(".builds", "second"), join(machine, "dist.next"));
    renameSync(join(machine, "dist.next"), join(machine, "dist"));
    await expect.poll(served).toBe("second");
  });

  test("is at no address", async () => {
    for (const path of ["/server/main.mjs", "/../server/main.mjs", "/main.mjs"])
      expect((await ask(path)).status).toBe(404);
  });

  test(
    "gives a backup of its database, which it puts back elsewhere",
    { tags: "long" },
    async () => {
      // Its backups are those of the embedded database.
      const embedded = await startServer(machine, { DATABASE_URL: "" });
      onTestFinished(embedded.stop);
      const post = { method: "POST" };
      const answer = await ask("/api/admin/backup", post, embedded);
      expect(answer.status).toBe(200);
      const file = join(machine, "backup.tar.gz");
      writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
      const restored = spawnSync(
        process.execPath,
        ["dist/server/main.mjs", "restore", file],
        {
          cwd: machine,
          env: { ...process.env, DATA_DIR: join(machine, "elsewhere") },
          encoding: "utf8",
        },
      );
      expect(restored.stdout).toMatch(/it has \d+ migrations/);
      expect(existsSync(join(machine, "elsewhere/pglite/PG_VERSION"))).toBe(
        true,
      );
    },
  );

  test("goes on when two deploys have removed the folder that it was started from", async () => {
    rmSync(join(build, "server"), { recursive: true });
    expect((await ask("/api/openapi.json")).status).toBe(200);
    expect((await ask("/api/docs")).status).toBe(200);
    const body = new FormData();
    body.append("prompt", JSON.stringify("A lake in winter"));
    const sent = await ask("/ai-api/pre-reg-data", {
      method: "POST",
      body,
    });
    const session = sent.headers.get(SESSION_HEADER) ?? "";
    const headers = { [SESSION_HEADER]: session };
    const { data } = await sent.json();
    const status = `/ai-api/visitor/check-preview-status?id=${data.data.id}`;
    await expect
      .poll(async () => (await (await ask(status, { headers })).json()).status)
      .toBe("completed");
  });
});
