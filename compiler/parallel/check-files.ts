import type { ContentFile } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Verdict } from "../link/context.ts";
import { kindOf } from "../parse/file-name.ts";
import type { Share } from "./share.ts";
import { startThreads } from "./start.ts";

/** Checks a whole content root once: all its findings, sorted. Large trees are shared between the processor's cores. */
export async function checkFiles(
  files: readonly ContentFile[],
  contentDir: string,
  prefix: string,
): Promise<readonly Diagnostic[]> {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const isFunnel = (name: string) => kindOf(name) === "funnel";
  const names = [...texts.keys()];
  const share: Share = {
    contentDir,
    prefix,
    others: names.filter((name) => !isFunnel(name)),
    funnels: names.filter(isFunnel),
    next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  };
  const helpers = startThreads(share);
  // Loaded while the other threads start.
  const [{ conclude }, { judgeShare }] = await Promise.all([
    import("../compile.ts"),
    import("./share.ts"),
  ]);
  const { desk, judged } = judgeShare(share, (name) => texts.get(name) ?? "");
  const others = await Promise.all(helpers.map((helper) => helper.judged));
  const verdicts: Verdict[] = [];
  for (const [position, verdict] of [judged, ...others].flat())
    verdicts[position] = verdict;
  return conclude(files, prefix, desk, verdicts);
}
