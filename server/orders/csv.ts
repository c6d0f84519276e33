import type { AppContext, AppEnv } from "../http/app-env.ts";
import { describeError, type Log } from "../log.ts";

/**
 * Rows as CSV (RFC 4180). What a table program would take for a formula has an apostrophe before it: at the beginning of
 * a text, and where a program cuts it that reads `;` or a tab between fields, as in most languages of Europe. Blanks and
 * quotes before it are none of the text then: behind a cut, two quotes hold nothing, and what follows them is read.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** A list as CSV: what stands in its columns, and the fields of a line. */
export interface Columns<Line> {
  readonly heads: readonly string[];
  rowOf(line: Line): readonly string[];
}

/** A list that is sent as a file. */
interface CsvFile<Line> {
  /** Without an ending. */
  readonly name: string;
  readonly columns: Columns<Line>;
  readonly lines: AsyncGenerator<readonly Line[], void>;
}

/**
 * A list as a CSV file. Its lines are asked for while it is sent, as fast as it is read; where they cannot be read to
 * their end, the connection breaks off, so that nobody takes a part for all of it.
 */
export async function sendCsv<Line>(
  c: AppContext,
  log: Log,
  { name, columns: { heads, rowOf }, lines }: CsvFile<Line>,
): Promise<Response> {
  async function* texts() {
    yield csvOf([heads]);
    for await (const some of lines) yield csvOf(some.map(rowOf));
  }
  c.header("content-disposition", `attachment; filename="${name}.csv"`);
  c.header("content-type", "text/csv; charset=utf-8");
  if (c.req.method === "HEAD") await lines.return();
  const sent = texts();
  const encoder = new TextEncoder();
  const pull = async (controller: ReadableStreamDefaultController) => {
    try {
      const { value, done } = await sent.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    } catch (error) {
      log({
        level: "error",
        message: "file broken off",
        ...describeError(error),
      });
      const bindings: AppEnv["Bindings"] | undefined = c.env;
      if (bindings?.outgoing === undefined) return controller.error(error);
      // Of an error, the words would be written into the file.
      bindings.outgoing.destroy();
      controller.close();
    }
  };
  const cancel = async () => void (await lines.return());
  return c.body(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }));
}

/** How a formula begins, in the wide letters of East Asian keyboards as well. */
const FORMULA = /(?<=(?:^|[;\t\r\n])[ "]*)[=+\-@＝＋－＠]/g;

function field(text: string): string {
  const plain = text.replace(/^[\t\r]/, "'$&").replaceAll(FORMULA, "'$&");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
