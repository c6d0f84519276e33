import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { pageOf } from "./page.ts";

/** So long the cursor has to stand still before the page follows it, in milliseconds. */
const STILL_MS = 150;

/** The page of the step under the cursor, as `npm run dev` serves it, on the side. */
export function createPreview(client: LanguageClient): vscode.Disposable {
  let panel: vscode.WebviewPanel | null = null;
  let timer: NodeJS.Timeout | undefined;
  let shown = "";

  async function follow(editor: vscode.TextEditor): Promise<void> {
    const address: unknown = await client.sendRequest("funnels/address", {
      textDocument: { uri: editor.document.uri.toString() },
      position: editor.selection.active,
    });
    if (panel === null || typeof address !== "string" || address === shown)
      return;
    shown = address;
    await panel.webview.postMessage(address);
  }

  const command = vscode.commands.registerTextEditorCommand(
    "funnels.preview",
    async (editor) => {
      if (panel === null) {
        panel = vscode.window.createWebviewPanel(
          "funnels.preview",
          "Preview",
          { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
          { enableScripts: true, retainContextWhenHidden: true },
        );
        panel.webview.html = previewPage();
        panel.onDidDispose(() => {
          panel = null;
          shown = "";
        });
      }
      await follow(editor);
    },
  );
  const moved = vscode.window.onDidChangeTextEditorSelection(
    ({ textEditor }) => {
      clearTimeout(timer);
      if (panel !== null)
        timer = setTimeout(() => void follow(textEditor), STILL_MS);
    },
  );
  return vscode.Disposable.from(command, moved, {
    dispose: () => {
      clearTimeout(timer);
      panel?.dispose();
    },
  });
}

function previewPage(): string {
  return pageOf(
    `<p>Put the cursor into a step. The page is served by <code>npm run dev</code>.</p><iframe title="Preview" hidden></iframe>`,
    `const frame = document.querySelector("iframe");
     addEventListener("message", ({ data }) => {
       document.querySelector("p").hidden = true;
       frame.hidden = false;
       frame.src = data;
     });`,
  );
}
