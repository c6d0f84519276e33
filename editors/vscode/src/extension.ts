/**
 * Starts `funnels lsp` for the first of the open folders that has it; a preview and a map beside the file. All that is
 * known comes from there.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { createMap } from "./map.ts";
import { createPreview } from "./preview.ts";

let client: LanguageClient | null = null;

export async function activate(
  context: vscode.ExtensionContext,
): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) =>
    existsSync(join(uri.fsPath, "compiler/bin.mjs")),
  );
  if (folder === undefined) return;
  const settings = vscode.workspace.getConfiguration("funnels");
  const content = settings.get("content", "funnels");
  const started = new LanguageClient(
    "funnels",
    "Funnels",
    {
      command: settings.get("node", "node"),
      args: ["compiler/bin.mjs", "lsp", "--stdio", "--content", content],
      options: { cwd: folder.uri.fsPath },
    },
    {
      documentSelector: [
        {
          scheme: "file",
          language: "yaml",
          pattern: `**/${content}/**/*.yaml`,
        },
      ],
    },
  );
  client = started;
  context.subscriptions.push(createPreview(started), createMap(started));
  await started.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
