import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { pageOf } from "./page.ts";

/** The map of the funnel that a file holds, drawn anew when its findings or its text have changed. */
export function createMap(client: LanguageClient): vscode.Disposable {
  let panel: vscode.WebviewPanel | null = null;
  let drawn = "";

  async function draw(uri: string): Promise<void> {
    const svg: unknown = await client.sendRequest("funnels/map", {
      textDocument: { uri },
    });
    if (panel === null) return;
    drawn = uri;
    panel.webview.html = pageOf(
      typeof svg === "string"
        ? svg
        : "<p>This funnel could not be read yet. Its findings say why.</p>",
    );
  }

  const command = vscode.commands.registerTextEditorCommand(
    "funnels.map",
    async ({ document }) => {
      if (panel === null) {
        panel = vscode.window.createWebviewPanel(
          "funnels.map",
          "Map",
          { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
          {},
        );
        panel.onDidDispose(() => {
          panel = null;
        });
      }
      await draw(document.uri.toString());
    },
  );
  const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    if (panel !== null && uri.toString() === drawn) void draw(drawn);
  });
  return vscode.Disposable.from(command, saved, {
    dispose: () => panel?.dispose(),
  });
}
