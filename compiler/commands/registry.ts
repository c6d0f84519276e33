/** The folder `commands` holds the commands of the command line, one a file. */
import { type Command, Option } from "commander";
import { CHANGE_FORMATS } from "../report/changes.ts";
import { FORMATS } from "../report/print.ts";
import { KEEP_DAYS } from "../workspace/earlier-assets.ts";
import { missingContent } from "../workspace/content.ts";
import { PLACE } from "../delivery/delivery.ts";
import { TARGETS } from "../delivery/targets.ts";
import type { BuildOptions } from "./build.ts";
import { checkCommand } from "./check.ts";
import type { CheckOptions } from "./check-options.ts";
import type { DiffOptions } from "./diff.ts";
import type { MapOptions } from "./map.ts";
import type { OfBrand } from "./compiled.ts";
import { OPERATOR_COMMANDS } from "./operator-commands.ts";
import type { Register } from "./register.ts";
import { days, oneMoreAddress, onlyWith, requireFound } from "./typed.ts";
import { WALK_FORMATS } from "../report/walks.ts";
import type { WalkOptions } from "./walk.ts";

/** How lists of what is compiled are printed. */
const LIST_FORMATS = ["pretty", "json"];

const check: Register = (program, checkout, end) =>
  program
    .command("check")
    .description("report every mistake in the content")
    .addOption(contentOption())
    .addOption(
      new Option("--format <format>", "the format of the findings")
        .choices(FORMATS)
        .default("pretty"),
    )
    .option("--no-cache", "check every file again, even if nothing changed")
    .addOption(
      // It would check without them, and say nothing of it.
      new Option("--watch", "check again whenever a file changes").conflicts([
        "against",
        "fix",
      ]),
    )
    .addOption(
      new Option(
        "--fix [which]",
        "mend what can be mended safely; `all`: also what is only suggested",
      ).choices(["all"]),
    )
    .option(
      "--against <build>",
      "also report what the change does to visitors of an earlier build (`dist`), of the one a server serves (its address), or of a commit (`HEAD`)",
    )
    .action(async (options: CheckOptions) =>
      end(await onContent(options, () => checkCommand(options, checkout))),
    );

const build: Register = (program, checkout, end) =>
  program
    .command("build")
    .description("check the content and build the site into dist/")
    .addOption(contentOption())
    .addOption(
      new Option(
        "--keep <days>",
        "for how long pages that are open find the assets of earlier builds",
      )
        .argParser(days)
        .default(KEEP_DAYS),
    )
    .addOption(
      new Option(
        "--for <servers...>",
        "also write what other servers of the files have to be told into dist/delivery/",
      ).choices(Object.keys(TARGETS)),
    )
    .option(
      "--root <folder>",
      "with --for: where the build will lie",
      PLACE.root,
    )
    .option(
      "--api <addresses...>",
      "with --for: where the API will listen",
      (typed, others) =>
        oneMoreAddress(typed, others === PLACE.api ? [] : others),
      PLACE.api,
    )
    .option(
      "--log <file>",
      "with --for nginx: where it writes a line for each request",
      PLACE.log,
    )
    .action(async (options: BuildOptions, command: Command) => {
      onlyWith("for", ["root", "api", "log"], command);
      requireFound({ ...PLACE, ...options }, options.for ?? [], command);
      const { buildCommand } = await import("./build.ts");
      end(await onContent(options, () => buildCommand(options, checkout)));
    });

const rollback: Register = (program, checkout, end) =>
  program
    .command("rollback")
    .description("serve the build before again; once more brings this one back")
    .action(async () => {
      const { rollbackCommand } = await import("./rollback.ts");
      end(await rollbackCommand(checkout));
    });

const dev: Register = (program, checkout, end) =>
  program
    .command("dev")
    .description("serve the site, and show on its pages what is saved")
    .addOption(contentOption())
    .action(async (options: { content: string }) => {
      const { devCommand } = await import("./dev.ts");
      end(await onContent(options, () => devCommand(options, checkout)));
    });

const create: Register = (program, checkout, end) =>
  program
    .command("new")
    .description("create a brand or a funnel that passes the check")
    .argument("<what>", "brand or funnel")
    .argument("<name>", "`my-brand`, or `my-brand/my-funnel`")
    .addOption(contentOption())
    .action(
      async (
        what: string,
        name: string,
        { content }: { content: string },
        command: Command,
      ) => {
        const { newCommand } = await import("./new.ts");
        const isNamed = command.getOptionValueSource("content") === "cli";
        const where = { content, isNamed };
        end(await newCommand(what, name, where, checkout.root));
      },
    );

const routes: Register = (program, checkout, end) =>
  program
    .command("routes")
    .description("list every address of every brand, redirects included")
    .addOption(contentOption())
    .option("--brand <id>", "list only this brand")
    .addOption(
      new Option("--format <format>", "the format of the list")
        .choices(LIST_FORMATS)
        .default("pretty"),
    )
    .action(async (options: OfBrand) => {
      const { routesCommand } = await import("./routes.ts");
      end(await onContent(options, () => routesCommand(options, checkout)));
    });

const map: Register = (program, checkout, end) =>
  program
    .command("map")
    .description("draw the steps of a funnel and the ways between them")
    .argument("[funnel]", "`my-brand/my-funnel`; without it, all of them")
    .addOption(contentOption())
    .addOption(
      new Option("--format <format>", "the format of the drawing")
        .choices(["svg", "mermaid", "json"])
        .default("svg"),
    )
    .option("--out <folder>", "write a file for each funnel into this folder")
    .action(async (funnel: string | undefined, options: MapOptions) => {
      const { mapCommand } = await import("./map.ts");
      end(
        await onContent(options, () => mapCommand(funnel, options, checkout)),
      );
    });

const diff: Register = (program, checkout, end) =>
  program
    .command("diff")
    .description("say in words what changes for visitors")
    .argument("[range]", "a commit, or two: `main..next`", "HEAD")
    .addOption(contentOption())
    .addOption(
      new Option("--format <format>", "the format of the changes")
        .choices(CHANGE_FORMATS)
        .default("pretty"),
    )
    .option(
      "--fail-on <areas>",
      "end with 1 for changes of these: `money,live`",
    )
    .action(async (range: string, options: DiffOptions) => {
      const { diffCommand } = await import("./diff.ts");
      end(
        await onContent(options, () => diffCommand(range, options, checkout)),
      );
    });

const privacy: Register = (program, checkout, end) =>
  program
    .command("privacy")
    .description("list what leaves visitors' browsers, to whom, and when")
    .addOption(contentOption())
    .option("--brand <id>", "list only this brand")
    .addOption(
      new Option("--format <format>", "the format of the list")
        .choices(LIST_FORMATS)
        .default("pretty"),
    )
    .action(async (options: OfBrand) => {
      const { privacyCommand } = await import("./privacy.ts");
      end(await onContent(options, () => privacyCommand(options, checkout)));
    });

const lsp: Register = (program, checkout, end) =>
  program
    .command("lsp")
    .description("serve an editor that speaks the Language Server Protocol")
    .addOption(contentOption())
    .option("--stdio", "over standard input and output, as always")
    .action(async (options: { content: string }) => {
      const { lspCommand } = await import("./lsp.ts");
      end(await onContent(options, () => lspCommand(options, checkout)));
    });

const walk: Register = (program, checkout, end) =>
  program
    .command("walk")
    .description(
      "walk every way through a funnel, by the functions that visitors' pages go by",
    )
    .argument("[funnels...]", "`my-brand/my-funnel`; without it, all of them")
    .addOption(contentOption())
    .addOption(
      new Option("--format <format>", "the format of the report")
        .choices(WALK_FORMATS)
        .default("pretty"),
    )
    .option("--seed <number>", "walk the same ways by chance again")
    .option(
      "--browser",
      "build the site, and go the few ways that show everything in Chromium",
    )
    .option("--out <folder>", "where its pictures go, a page a funnel", "walks")
    .action(
      async (funnels: string[], options: WalkOptions, command: Command) => {
        onlyWith("browser", ["out"], command);
        const { walkCommand } = await import("./walk.ts");
        end(
          await onContent(options, () =>
            walkCommand(funnels, options, checkout),
          ),
        );
      },
    );

const schema: Register = (program, checkout, end) =>
  program
    .command("schema")
    .description(
      "combine the files in schema/ into the schemas that editors read",
    )
    .action(async () => {
      const { schemaCommand } = await import("./schema.ts");
      end(schemaCommand(checkout));
    });

/** Every command, in the order of the help. What a command does is loaded when it is asked for. */
export const COMMANDS: readonly Register[] = [
  check,
  build,
  rollback,
  dev,
  create,
  routes,
  map,
  diff,
  privacy,
  lsp,
  walk,
  schema,
  ...OPERATOR_COMMANDS,
];

/** Runs a command on its content root; 2 when there is no such folder. */
async function onContent(
  { content }: { readonly content: string },
  command: () => Promise<number>,
): Promise<number> {
  const missing = missingContent(content);
  if (missing === null) return command();
  console.error(missing);
  return 2;
}

function contentOption(): Option {
  return new Option(
    "--content <dir>",
    "the folder that holds the content",
  ).default("funnels");
}
