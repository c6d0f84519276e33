import { lspDiagnostic } from "./convert.ts";
import type { Session } from "./session.ts";

type Publish = (
  uri: string,
  diagnostics: ReturnType<typeof lspDiagnostic>[],
) => void;

/**
 * Checks as soon as all files have been read and no further change waits, at first brand by brand, and tells of the files
 * whose findings are others than before. A check that fails, because a file has just gone or may not be read, is told to
 * `failed`; the next change is checked again.
 */
export function createPublisher(
  session: Pick<
    Session,
    "read" | "prepare" | "check" | "uriOf" | "uriOfFinding"
  >,
  publish: Publish,
  failed: (error: unknown) => void,
): () => void {
  const told = new Map<string, string>();
  let isWaiting = false;
  let changes = 0;
  const step = () => {
    if (session.prepare()) {
      setImmediate(check);
      return;
    }
    isWaiting = false;
    const found = new Map(
      [...session.check()].map(([name, all]) => [session.uriOf(name), all]),
    );
    for (const uri of new Set([...told.keys(), ...found.keys()])) {
      const diagnostics = (found.get(uri) ?? []).map((finding) =>
        lspDiagnostic(finding, (file) => session.uriOfFinding(file)),
      );
      const said = JSON.stringify(diagnostics);
      if ((told.get(uri) ?? "[]") === said) continue;
      told.set(uri, said);
      publish(uri, diagnostics);
    }
  };
  const check = () => {
    try {
      step();
    } catch (error) {
      isWaiting = false;
      failed(error);
    }
  };
  // Messages of an editor are taken one a turn: while one of them is a change, the next may be another.
  const checkOnceQuiet = () => {
    const seen = changes;
    setImmediate(() => {
      if (changes === seen) check();
      else checkOnceQuiet();
    });
  };
  return () => {
    changes += 1;
    if (!isWaiting) void session.read.then(checkOnceQuiet);
    isWaiting = true;
  };
}
