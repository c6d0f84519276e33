import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { plainPage, type PlainQuestion } from "./plain-page.ts";
import { sameLook } from "./same-look.ts";

interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

const HOST = "calm.localhost";
const START = "/quiz-adhd/start";

/** The built site, served as in production; `first` are the questions a visitor sees first. */
export async function serveDist(): Promise<
  Served & { readonly first: readonly PlainQuestion[] }
> {
  const port = 4_900 + Math.floor(Math.random() * 90);
  const child = spawn("node", ["--import", "tsx", "server/main.ts"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: mkdtempSync(join(tmpdir(), "funnels-bench-")),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () =>
      reject(new Error("the server did not start: run `npm run build` first")),
    );
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("http://")) resolve();
    });
  });
  const url = `http://${HOST}:${port}${START}`;
  return { url, first: await firstQuestions(), stop: () => ended(child) };
}

/** The same questions, bare: what no framework could be faster than. */
export function servePlain(
  questions: readonly PlainQuestion[],
): Promise<Served> {
  return serveByHand(plainPage(questions));
}

/** The same questions as they look here, without anything that makes a funnel of them. */
export function serveSameLook(): Promise<Served> {
  const built = readFileSync(`dist/calm${START}/index.html`, "utf8");
  return serveByHand(sameLook(built));
}

/** One document, and the font and pictures it asks for. */
async function serveByHand(text: string): Promise<Served> {
  const body = brotliCompressSync(text);
  const server = createServer(({ url = "/" }, response) => {
    const type = TYPES[extname(url)];
    if (type !== undefined) {
      response.writeHead(200, { "content-type": type });
      response.end(readFileSync(join("dist", url)));
      return;
    }
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-encoding": "br",
      "content-length": body.length,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port =
    typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://${HOST}:${port}/`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

async function firstQuestions(): Promise<PlainQuestion[]> {
  const { funnel } = await import("../../generated/brands/calm/adhd.ts");
  return funnel.steps.slice(0, 3).map((step) => ({
    ask: text(
      "ask" in step.props
        ? step.props.ask
        : "heading" in step.props
          ? step.props.heading
          : "",
    ),
    choices:
      "options" in step.props
        ? step.props.options.map((option) => text(option.label))
        : ["Continue"],
  }));
}

function text(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value)
    ? value.map((part) => (typeof part === "string" ? part : "")).join("")
    : "";
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
