import { Ajv2020 } from "ajv/dist/2020.js";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { data, items, text } from "../compiler/schema/read.ts";
import { BASE_DIR } from "../compiler/testing/base-content.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { workflowSchema } from "./testing/workflow-schema.ts";

const PULL_REQUEST = "docs/pull-request.yml";
const WORKFLOWS = [PULL_REQUEST, ".github/workflows/site.yaml"];
const NIGHTLY = ".github/workflows/nightly.yaml";

function read(file: string): unknown {
  return parse(readFileSync(join(ROOT, file), "utf8"));
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
const isWorkflow = ajv.compile(workflowSchema);

test.each([
  ["fetch-depth: 0", "fetch-depth: [0]"],
  ["runs-on:", "run-on:"],
  ["if: always()", "when: always()"],
  ["actions/checkout@v5", "checkout"],
  ["contents: read", "content: read"],
])("%s is held against GitHub's schema", (from, to) => {
  const wrong = readFileSync(join(ROOT, PULL_REQUEST), "utf8").replace(
    from,
    to,
  );
  expect(isWorkflow(parse(wrong))).toBe(false);
});

test("every workflow takes the same version of an action", () => {
  const used = [...WORKFLOWS, NIGHTLY].flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8").match(/actions\/[\w-]+@\S+/g),
  );
  const names = new Set(used.map((action) => action?.split("@")[0]));
  expect([...new Set(used)]).toHaveLength(names.size);
});

describe.each(WORKFLOWS)("%s", (file) => {
  test("is a workflow", () => {
    isWorkflow(read(file));
    expect(isWorkflow.errors).toBeNull();
  });

  test("asks for what a run knows", () => {
    const known =
      /^(?:github|secrets|vars|matrix|env|steps|runner|inputs)\.|^(?:always|failure|success)\(\)$/;
    const written = readFileSync(join(ROOT, file), "utf8");
    const asked = [...written.matchAll(/\$\{\{(.*?)\}\}|^ *if: ([^$\n]+)$/gm)]
      .flatMap(([, inside = "", condition = ""]) =>
        (inside + condition).split(/&&|\|\||==|!=/),
      )
      .map((part) => part.trim())
      .filter((part) => !part.startsWith("'"));
    expect(asked.length).toBeGreaterThan(3);
    for (const part of asked) expect(part).toMatch(known);
  });
});

/** What the workflow runs, by its name or, without one, as it is. */
const steps = items(data(data(data(read(PULL_REQUEST)).jobs).content).steps)
  .map(data)
  .filter(({ run }) => run !== undefined);

let dir = "";
let work = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-workflow-"));
  work = join(dir, "work");
  const origin = join(dir, "origin");
  cpSync(BASE_DIR, join(origin, "funnels"), { recursive: true });
  git(origin, "init", "-q", "-b", "main");
  git(origin, "add", ".");
  git(origin, "commit", "-qm", "Before");
  git(dir, "clone", "-q", origin, work);
  program(
    "npx",
    `[ "$1" = funnels ] && shift && exec "${process.execPath}" "${ROOT}/compiler/bin.mjs" "$@"`,
  );
  program("npm", `echo "npm $*" >> "${dir}/said"`);
  // Nobody is asked: what is known of comments stands in a file.
  program(
    "gh",
    `echo "gh $*" >> "${dir}/said"
case "$*" in *--jq*) cat "${dir}/known" 2>/dev/null || true ;; *) cp changes.md "${dir}/comment" ;; esac`,
  );
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function git(folder: string, ...args: string[]): void {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

function program(name: string, script: string): void {
  mkdirSync(join(dir, "bin"), { recursive: true });
  const file = join(dir, "bin", name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

function edit(from: string, to: string): void {
  const file = join(work, "funnels/demo/quiz.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

/** The values that a run has for what the workflow asks for. */
const RUN: Readonly<Record<string, string>> = {
  "github.base_ref": "main",
  "github.token": "a-token",
  "github.repository": "example/funnels",
  "github.event.pull_request.number": "7",
};

/** Runs every step as GitHub does; the first one's status by its name, and what all have said. */
function runAll() {
  const summary = join(dir, "summary");
  const results = steps.map(({ name, run, env }) => {
    const asked = Object.entries(data(env)).map(([key, value]) => [
      key,
      text(value).replace(
        /\$\{\{ (.*?) \}\}/g,
        (_, expression: string) => RUN[expression] ?? "",
      ),
    ]);
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", text(run)],
      {
        cwd: work,
        encoding: "utf8",
        env: {
          ...process.env,
          PATH: `${join(dir, "bin")}${delimiter}${process.env["PATH"]}`,
          GITHUB_STEP_SUMMARY: summary,
          ...Object.fromEntries(asked),
        },
      },
    );
    return { name: text(name, text(run)), status, said: stdout + stderr };
  });
  const file = (path: string) =>
    existsSync(path) ? readFileSync(path, "utf8") : "";
  return {
    statuses: results.map(({ status }) => status),
    said: results.map(({ said }) => said).join("\n"),
    summary: file(summary),
    comment: file(join(dir, "comment")),
    calls: file(join(dir, "said")).trimEnd().split("\n"),
  };
}

const MARK = "<!-- what changes for visitors -->";

describe("the workflow of a pull request", () => {
  test("says what changes in a comment, and notes it in the run", () => {
    edit("How are you?", "How are you now?");
    const { statuses, summary, comment, calls } = runAll();
    expect(statuses).toEqual([0, 0, 0, 0]);
    expect(comment).toBe(`${MARK}
### Texts

- \`demo/quiz mood\` question as the visitor sees it: How are ~~you?~~ **you now?**

### Pages to look at

- \`demo/quiz\` \`/quiz/start\`
`);
    expect(summary).toBe(comment);
    expect(calls[0]).toBe("npm ci");
    expect(calls.at(-1)).toBe(
      "gh api --method POST repos/example/funnels/issues/7/comments --field body=@changes.md",
    );
  });

  test("changes the comment that is there", { tags: "long" }, () => {
    writeFileSync(join(dir, "known"), "41\n42\n");
    const { statuses, comment, calls } = runAll();
    expect(statuses).toEqual([0, 0, 0, 0]);
    expect(comment).toBe(`${MARK}\n**Nothing changes for visitors.**\n`);
    expect(calls.at(-1)).toBe(
      "gh api --method PATCH repos/example/funnels/issues/comments/41 --field body=@changes.md",
    );
  });

  test("fails where visitors are hurt, and says whom", { tags: "long" }, () => {
    edit("[Good, Bad]", "[Rather good, Bad]");
    const { statuses, said, comment } = runAll();
    expect(statuses).toEqual([0, 1, 0, 0]);
    expect(said).toMatch(
      /^::error file=funnels\/demo\/quiz\.yaml.*live\/option-gone/m,
    );
    expect(comment).toContain("### Visitors who are on their way");
  });

  test(
    "says also of content that is not understood why nothing is said",
    { tags: "long" },
    () => {
      edit("questions:", "questions: {");
      const { statuses, comment } = runAll();
      expect(statuses).toEqual([0, 1, 2, 0]);
      expect(comment).toMatch(
        /^<!-- .* -->\nThe content as it is cannot be understood: /,
      );
    },
  );
});
