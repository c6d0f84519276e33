/** The folder `emit` holds what writes the program as files: sorted, byte-identical for the same input. */
import type { Program } from "../link/program.ts";
import type { Environment } from "../link/environment.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { BANNER, type EmittedFile } from "./file.ts";
import { emitCall, emitCallSchemas, type CallFacts } from "./call.ts";
import { emitDigits } from "./digits.ts";
import { emitFunnel } from "./funnel.ts";
import { emitNames } from "./names.ts";
import { emitReaders } from "./readers.ts";
import { emitProviders } from "./providers.ts";
import { emitServer, repeatableIn } from "./server.ts";
import { emitSite } from "./site.ts";
import type { FontFaces } from "./theme.ts";
import { emitTraits, emitUnanswered } from "./traits.ts";

/** What emitting needs beside the program. */
export interface EmitResources {
  readonly environment: Pick<Environment, "language">;
  readonly api: Readonly<Record<string, JsonSchema>>;
  /** What goes with every call. */
  readonly call: CallFacts;
  /** Sources that pass to the generated side as they stand: name -> text. */
  readonly verbatim: Readonly<Record<string, string>>;
  readonly fonts: ReadonlyMap<string, FontFaces>;
  /** What `emitTypes` makes of the same language and calls. */
  readonly types: readonly EmittedFile[];
}

const TSCONFIG = {
  extends: "../tsconfig.json",
  compilerOptions: { lib: ["ES2023"], types: [] },
  files: [],
  include: ["."],
  references: [],
};

/** All generated files of a program, sorted by name. Pure: the same program gives the same bytes. */
export function emit(
  program: Program,
  resources: EmitResources,
): EmittedFile[] {
  const again = new Map(
    program.brands.map((node) => [node.brand.id, repeatableIn(node, program)]),
  );
  const files = [
    ...emitLanguage(resources),
    ...resources.types,
    emitNames(program, resources.environment.language),
    emitServer(program, resources.fonts),
    ...program.brands.flatMap((node) => [
      emitSite(node),
      emitFunnel(node.pages.funnel, again.get(node.brand.id)),
    ]),
    ...program.funnels.map(({ funnel }) =>
      emitFunnel(funnel, again.get(funnel.brand)),
    ),
  ];
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The files that are the same for any program. */
export function emitLanguage({
  environment: { language },
  api,
  call,
  verbatim,
}: Omit<EmitResources, "types" | "fonts">): EmittedFile[] {
  return [
    ...Object.entries(verbatim).map(([name, content]) => ({
      name,
      content: BANNER + content,
    })),
    {
      name: "tsconfig.json",
      content: `${JSON.stringify(TSCONFIG, null, 2)}\n`,
    },
    emitCall(call, api),
    emitCallSchemas(call, api),
    ...emitReaders(call, api),
    emitTraits(language),
    emitUnanswered(language),
    emitProviders(language),
    emitDigits(),
  ];
}
