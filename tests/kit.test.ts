import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../compiler/testing/root.ts";
import { exampleNames } from "../compiler/walk/sandbox-server.ts";
import { readEnv } from "../server/env.ts";

const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
const dockerfile = read("Dockerfile");
const unit = read("deploy/funnels@.service");
const compose = parse(read("compose.yaml"), { merge: true });

/** The file of variables as it is handed out, and filled in for what it has to be. */
const example = parseEnv(read(".env.example"));

/** `NAME=value` in words of a line. */
const assignments = (line: string) =>
  Object.fromEntries(
    [...line.matchAll(/(?<=^|\s)([A-Z_0-9]+)=(\S*)/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );

describe("the image", () => {
  test("is made of files that are there, and that its context lets through", () => {
    const ignore = read(".dockerignore").split("\n");
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(
      ([, words = ""]) => words.split(" ").slice(0, -1),
    );
    expect(copied.length).toBeGreaterThan(6);
    for (const name of copied) {
      expect(existsSync(join(ROOT, name)), name).toBe(true);
      expect(ignore).toContain(`!${name}`);
    }
  });

  test("has the packages that the server leaves outside of its bundle, and theirs", () => {
    const bundler = read("compiler/site/bundle-server.ts");
    const [, list = ""] = /INSTALLED = \[(.*)\]/.exec(bundler) ?? [];
    const outside = [...list.matchAll(/"([^"]+)"/g)]
      .map(([, name = ""]) => name)
      .filter((name) => existsSync(join(ROOT, "node_modules", name)));
    expect(outside).toEqual(["@electric-sql/pglite", "sharp"]);
    const needed = outside.flatMap((name) => {
      const { dependencies = {} } = JSON.parse(
        read(`node_modules/${name}/package.json`),
      );
      return [name, ...Object.keys(dependencies)];
    });
    for (const name of needed)
      expect(dockerfile).toContain(
        name.startsWith("@img/") ? "@img" : ` ${name}`.replace(/ @/, "/@"),
      );
  });
});

/** What the build has to be told. */
const [, argsLine = ""] = /^ARG (.+)$/m.exec(dockerfile) ?? [];
const buildArgs = Object.keys(assignments(argsLine));

test("the published images are built with all that pages have to know, and no log or attestation shows what is secret of it", () => {
  const { jobs } = parse(read(".github/workflows/site.yaml"));
  const build = jobs.publish.steps.find((step: { uses: string }) =>
    step.uses.startsWith("docker/build-push-action"),
  ).with;
  const args = [...build["build-args"].matchAll(/^(.+)=\$\{\{ (.+) \}\}$/gm)];
  expect(args.map(([, name, value]) => [name, value])).toEqual(
    buildArgs.map((name) => [
      name,
      `${name === "TESTER_CODE_SHA256" ? "secrets" : "vars"}.${name}`,
    ]),
  );
  // A full attestation lists the arguments.
  expect(build["provenance"]).toBe("mode=min");
});

test("the images are built by a builder that can attest them", () => {
  const { jobs } = parse(read(".github/workflows/site.yaml"));
  const actions = jobs.publish.steps.map(
    ({ uses }: { uses: string }) => uses.split("@")[0],
  );
  expect(actions.slice(-2)).toEqual([
    "docker/setup-buildx-action",
    "docker/build-push-action",
  ]);
});

describe("compose.yaml", () => {
  const { services, "x-api": api } = compose;

  test("starts the processes that the image's proxy asks", () => {
    const [, asked = ""] = /--api (.+) \\/.exec(dockerfile) ?? [];
    const processes = Object.keys(services).filter((name) =>
      name.startsWith("api"),
    );
    expect(asked.split(" ")).toEqual(processes.map((name) => `${name}:4173`));
    const known = exampleNames(ROOT);
    for (const name of Object.keys(api.environment))
      expect(known).toContain(name);
  });

  test("holds its processes to their places, whatever .env says for elsewhere", () => {
    const [, preset = ""] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
    const env = readEnv({
      ...assignments(preset),
      ...example,
      HOST: "127.0.0.1",
      ...api.environment,
    });
    expect(env).toMatchObject({
      port: 4173,
      host: null,
      dataDir: "/data",
      drainMs: 5_000,
      addressHeader: "x-forwarded-for",
      production: true,
    });
  });

  test.each(["api-1", "api-2", "web"])(
    "builds %s with all that pages have to know",
    (name) => {
      expect(services[name].build.args).toEqual(
        Object.fromEntries(buildArgs.map((arg) => [arg, `\${${arg}:-}`])),
      );
    },
  );
});

test.each([
  ["site", "test"],
  ["nightly", "test:long"],
])("the workflow %s runs %s, which there is", (name, script) => {
  const { scripts } = JSON.parse(read("package.json"));
  const runs = [
    ...read(`.github/workflows/${name}.yaml`).matchAll(
      /npm (?:run )?([\w:]+)$/gm,
    ),
  ].map(([, run = ""]) => run);
  expect(runs).toContain(script);
  for (const run of runs.filter((one) => one !== "ci"))
    expect(Object.keys(scripts)).toContain(run);
});

test("the unit holds each process to its port and its folder, whatever its file of variables says", () => {
  const [, start = ""] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  const before = [...unit.matchAll(/^Environment=(.+)$/gm)].map(
    ([, line = ""]) => assignments(line),
  );
  // systemd puts the file over `Environment=`, whatever stands first.
  const values = Object.assign({}, ...before, example, assignments(start));
  expect(
    readEnv({ ...values, PORT: values.PORT.replace("%i", "4180") }),
  ).toMatchObject({
    port: 4180,
    host: "127.0.0.1",
    dataDir: "/var/lib/funnels",
    drainMs: 5_000,
    addressHeader: "x-forwarded-for",
    production: true,
  });
});

test("all instances of the unit run as the user to whom their common folder belongs", () => {
  const value = (name: string) =>
    new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];
  expect(value("StateDirectory")).not.toContain("%");
  expect(value("DynamicUser")).toBe("yes");
  expect(value("User")).toMatch(/^[a-z]+$/);
});

test("the unit goes on trying to start while the database is away", () => {
  const [head = ""] = unit.split("[Service]");
  expect(head).toContain("\nStartLimitIntervalSec=0\n");
  expect(unit).toContain("\nRestart=always\n");
});

const systemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!systemd)
  console.warn("systemd-analyze is not installed: the unit is NOT checked");
test.runIf(systemd)("the unit is one that systemd takes", () => {
  const folder = mkdtempSync(join(tmpdir(), "funnels-unit-"));
  const file = join(folder, "funnels@4173.service");
  copyFileSync(join(ROOT, "deploy/funnels@.service"), file);
  const { stderr, status } = spawnSync("systemd-analyze", ["verify", file], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  // Where no checkout is in its place, that is said of the folder and of nothing else.
  expect(stderr.replaceAll(/^.*(?:\/usr\/bin\/node|man ).*\n/gm, "")).toBe("");
  expect(status).toBe(0);
});
