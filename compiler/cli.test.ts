import { execFile } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import type { RouteRow } from "./emit/routes.ts";
import { findCheckout } from "./checkout.mjs";
import { main } from "./cli.ts";
import { BASE_DIR, quizText } from "./testing/base-content.ts";
import { ROOT } from "./testing/root.ts";

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a shell does. */
function funnels(...args: string[]): Promise<Run> {
  return funnelsIn(ROOT, ...args);
}

function funnelsIn(cwd: string, ...args: string[]): Promise<Run> {
  const bin = join(ROOT, "compiler/bin.mjs");
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], { cwd }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

/** The same without a process of its own: for what is said, not for how it comes out of one. */
async function inProcess(...args: string[]): Promise<Run> {
  const said = { out: "", err: "" };
  const keep = (to: keyof typeof said, end: string) => (text: unknown) => {
    said[to] += String(text) + end;
    return true;
  };
  vi.spyOn(console, "log").mockImplementation(keep("out", "\n"));
  vi.spyOn(console, "error").mockImplementation(keep("err", "\n"));
  vi.spyOn(process.stdout, "write").mockImplementation(keep("out", ""));
  vi.spyOn(process.stderr, "write").mockImplementation(keep("err", ""));
  const code = await main(
    [process.execPath, "funnels", ...args],
    findCheckout(),
  );
  vi.restoreAllMocks();
  return { code, ...said };
}
afterEach(() => vi.restoreAllMocks());

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-cli-"));
  const broken = quizText("- { id: mood, ask: How?, optoins: [Good, Bad] }");
  write(
    "wrong/site.yaml",
    "defaultBrand: demo\notoPath: /quiz/oto\ncurrencies: [{ symbol: $, region: All, code: USD }]\n",
  );
  write("wrong/demo/quiz.yaml", broken);
  write("empty/readme.txt", "nothing here");
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  writeFileSync(join(dir, name), text);
}

describe("check", () => {
  test("of right content ends with 0", async () => {
    const { code, out, err } = await funnels(
      "check",
      "--content",
      BASE_DIR,
      "--no-cache",
    );
    expect([code, out, err]).toEqual([
      0,
      "✓ 3 files checked, nothing to report\n",
      "",
    ]);
  });

  test("of wrong content ends with 1 and says where", async () => {
    const { code, out } = await funnels(
      "check",
      "--content",
      join(dir, "wrong"),
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /wrong\/demo\/quiz\.yaml:6:26 {2}error {2}schema\/unknown-key/,
    );
    expect(out).toContain('did you mean "options"?');
    // Read back from the cache, it is the same.
    expect((await funnels("check", "--content", join(dir, "wrong"))).out).toBe(
      out,
    );
  });

  test("as json has nothing else on its standard output", async () => {
    const { code, out, err } = await funnels(
      "check",
      "--content",
      join(dir, "wrong"),
      "--format",
      "json",
      "--no-cache",
    );
    expect([code, err]).toEqual([1, ""]);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      files: 2,
      diagnostics: [
        { code: "content/missing-file", line: 1, column: 1 },
        {
          code: "schema/unknown-key",
          line: 6,
          column: 26,
          endLine: 6,
          endColumn: 33,
          notes: [],
        },
      ],
    });
  });

  test("for GitHub prints workflow commands only, and nothing when all is well", async () => {
    const wrong = await inProcess(
      "check",
      "--content",
      join(dir, "wrong"),
      "--format",
      "github",
      "--no-cache",
    );
    expect(
      wrong.out
        .trim()
        .split("\n")
        .every((line) => line.startsWith("::error file=")),
    ).toBe(true);
    const right = await inProcess(
      "check",
      "--content",
      BASE_DIR,
      "--format",
      "github",
      "--no-cache",
    );
    expect([right.code, right.out]).toEqual([0, ""]);
  });

  test("of a folder without content says what is missing", async () => {
    const { code, out } = await inProcess(
      "check",
      "--content",
      join(dir, "empty"),
      "--no-cache",
    );
    expect(code).toBe(1);
    expect(out).toContain("site.yaml is missing");
  });
});

describe("routes", () => {
  test("lists every address with its page, and the redirects", async () => {
    const { code, out, err } = await funnels("routes", "--content", BASE_DIR);
    expect([code, err]).toEqual([0, ""]);
    const lines = out.trim().split("\n");
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ["brand", "path", "page"],
      ["demo", "/", "→ /quiz/start"],
      ["demo", "/oto", "→ /quiz/oto"],
      ["demo", "/quiz", "→ /quiz/start"],
      ["demo", "/terms", "article"],
      ["demo", "/policy", "article"],
      ["demo", "/not-found", "not-found"],
      ["demo", "/quiz/start", "single"],
      ["demo", "/quiz/2-email", "registration"],
      ["demo", "/quiz/oto", "offer"],
      ["demo", "/quiz/small", "downsell"],
      ["demo", "/quiz/thank-you", "thank-you"],
    ]);
    expect(lines[4]).toMatch(/article {5,}Terms of use · Demo +– +–$/);
  });

  test("of one brand, for other programs", { tags: "long" }, async () => {
    const args = ["--brand", "dating", "--format", "json"];
    const { code, out } = await funnels("routes", ...args);
    expect(code).toBe(0);
    const { version, routes } = JSON.parse(out);
    expect(version).toBe(1);
    expect(new Set(routes.map(({ brand }: RouteRow) => brand))).toEqual(
      new Set(["dating"]),
    );
    expect(routes).toContainEqual(
      expect.objectContaining({ path: "/terms", page: "article" }),
    );
  });

  test("of wrong content are not listed; what is wrong is", async () => {
    const wrong = ["--content", join(dir, "wrong"), "--format", "json"];
    const { code, out, err } = await inProcess("routes", ...wrong);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain('did you mean "options"?');
  });
});

describe("walk", () => {
  test(
    "of a funnel says what was walked, for other programs",
    { tags: "long" },
    async () => {
      const asked = ["dating/profile-tips", "--seed", "7", "--format", "json"];
      const { code, out } = await inProcess("walk", ...asked);
      const { seed, funnels } = JSON.parse(out);
      expect([code, seed, funnels.length]).toEqual([0, 7, 1]);
      const [{ funnel, failures, coverage }] = funnels;
      expect([funnel, failures]).toEqual(["dating/profile-tips", []]);
      expect(coverage).toContainEqual({ what: "edges", all: 5, missing: [] });
    },
  );

  test("of other content leaves what the checkout has compiled as it is", async () => {
    const names = join(ROOT, "generated/names.ts");
    const before = readFileSync(names, "utf8");
    const { code, out } = await inProcess("walk", "--content", BASE_DIR);
    expect([code, out]).toEqual([0, expect.stringContaining("demo/")]);
    expect(readFileSync(names, "utf8")).toBe(before);
  });
});

describe("wrong usage ends with 2", () => {
  test("as a process", async () => {
    const { code, out, err } = await funnels("chekc");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/unknown command 'chekc'/);
  });

  test.each([
    [["chekc"], /unknown command 'chekc'/],
    [["help", "chekc"], /unknown command 'chekc'/],
    [["check", "--colour"], /unknown option '--colour'/],
    [["check", "--format", "xml"], /Allowed choices are pretty, json, github/],
    [
      ["check", "--watch", "--against", "HEAD"],
      /'--watch' cannot be used with option '--against <build>'/,
    ],
    [
      ["check", "--watch", "--fix"],
      /'--watch' cannot be used with option '--fix \[which\]'/,
    ],
    [["new", "brand"], /missing required argument/],
    [
      ["routes", "--brand", "elsewhere"],
      /There is no brand "elsewhere"\. The brands are: /,
    ],
    [["map", "no/such"], /There is no funnel "no\/such"\. The funnels are: /],
    [["map", "calm/adhdd"], /There is no funnel .*Did you mean "calm\/adhd"\?/],
    [["map"], /Name a funnel, such as `calm\/adhd`, or a folder/],
    [["walk", "no/such"], /There is no funnel "no\/such"\. The funnels are: /],
    [["walk", "--seed", "luck"], /"luck" is not a seed/],
    [["walk", "--seed", "1e3"], /"1e3" is not a seed/],
    [["walk", "--seed", "-1"], /"-1" is not a seed/],
    [["walk", "--seed", ""], /"" is not a seed/],
    [
      ["walk", "--out", "pictures"],
      /option '--out' does nothing without '--browser'/,
    ],
    [
      ["build", "--log", "/tmp/log"],
      /option '--log' does nothing without '--for'/,
    ],
    [
      ["build", "--for", "netlify", "nginx", "--root", "dist"],
      /nginx does not find "dist": '--root' has to be a whole path/,
    ],
    [
      ["build", "--for", "netlify", "--root", "dist", "--content", "no-such"],
      /^There is no folder "no-such"/,
    ],
    [
      ["build", "--for", "caddy", "--api", "[::1]:80", "https://api.example"],
      /without https:\/\/ and without a path/,
    ],
    [
      ["build", "--for", "netlify", "--api", "127.0.0.1:99999"],
      /has to be a host and a port/,
    ],
    [
      ["build", "--for", "netlify", "--api", "api.example:0"],
      /has to be a host and a port/,
    ],
    [
      ["build", "--for", "nginx", "--api", "10.0.0.1:80", "10.0.0.2"],
      /nginx does not find "10\.0\.0\.2": '--api' has to be a host and a port/,
    ],
    [
      ["build", "--for", "caddy", "--api", "nope"],
      /caddy does not find "nope": '--api' has to be a host and a port/,
    ],
    [
      ["build", "--for", "nginx", "--log", "a b"],
      /nginx does not find "a b": '--log' has to be a whole path/,
    ],
    [["build", "--for", "nginx", "--log", ""], /nginx does not find ""/],
    [
      ["build", "--for", "caddy", "--log", "/tmp/log"],
      /option '--log' does nothing without '--for nginx'/,
    ],
    [
      ["build", "--for", "s3", "--api", "api.example", "--content", "no-such"],
      /^There is no folder "no-such"/,
    ],
    [["walk", "--format", "csv"], /Allowed choices are pretty, json/],
    [["routes", "--format", "csv"], /Allowed choices are pretty, json/],
    [
      ["check", "--content", "no-such-folder"],
      /There is no folder "no-such-folder"/,
    ],
    [
      ["check", "--content", join(ROOT, "funnels/calm")],
      /calm" is the folder of a brand\. Name the content root/,
    ],
    [
      ["build", "--content", "no-such-folder"],
      /There is no folder "no-such-folder"/,
    ],
    [
      ["new", "funnel", "no-such-brand/quiz"],
      /There is no brand "no-such-brand"/,
    ],
    [["new", "brand", "../elsewhere"], /is not a valid name/],
  ])("%j", async (args, said) => {
    const { code, out, err } = await inProcess(...args);
    expect(code).toBe(2);
    expect(err).toMatch(said);
    expect(out).toBe("");
  });
});

describe("a wrong environment ends with 2 and is no bug of the compiler", () => {
  test("a folder for the file of its variables", async () => {
    const root = join(dir, "checkout");
    mkdirSync(join(root, ".env"), { recursive: true });
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const code = await main(["node", "funnels", "check"], {
      root,
      fingerprint: "",
    });
    expect([code, said.mock.calls]).toEqual([
      2,
      [[expect.stringMatching(/\.env is a folder/)]],
    ]);
  });
});

test("help of a command is that of its own option", async () => {
  const [asked, own] = await Promise.all([
    funnels("help", "check"),
    funnels("check", "--help"),
  ]);
  expect(asked).toEqual(own);
  expect(asked.code).toBe(0);
});

test("help is not wrong usage", async () => {
  const { code, out } = await funnels("--help");
  expect(code).toBe(0);
  for (const command of [
    "check",
    "build",
    "dev",
    "new",
    "routes",
    "map",
    "schema",
  ])
    expect(out).toContain(command);
});

test("what `new` writes passes the check, and is not overwritten", async () => {
  const content = ["--content", join(dir, "fresh")];
  expect((await inProcess("new", "brand", "lantern", ...content)).code).toBe(0);
  expect(
    (await inProcess("new", "funnel", "lantern/evening", ...content)).code,
  ).toBe(0);
  const { code, out } = await inProcess("check", "--no-cache", ...content);
  expect([code, out]).toEqual([0, "✓ 4 files checked, nothing to report\n"]);
  const again = await inProcess("new", "brand", "lantern", ...content);
  expect([again.code, again.err]).toEqual([
    2,
    expect.stringContaining("already exists"),
  ]);
  const quiz = join(dir, "fresh/lantern/quiz.yaml");
  appendFileSync(quiz, "# mine\n");
  rmSync(join(dir, "fresh/lantern/brand.yaml"));
  expect((await inProcess("new", "brand", "lantern", ...content)).code).toBe(0);
  expect(readFileSync(quiz, "utf8")).toMatch(/# mine\n$/);
});

test("`new` makes no second content root in a folder of the project", async () => {
  const cwd = join(ROOT, "docs");
  const { code, err } = await funnelsIn(cwd, "new", "brand", "lantern");
  const made = existsSync(join(cwd, "funnels"));
  rmSync(join(cwd, "funnels"), { recursive: true, force: true });
  expect([code, err, made]).toEqual([
    2,
    'There is no folder "funnels". Name the content root with --content DIR.\n',
    false,
  ]);
});
