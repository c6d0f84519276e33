import { randomUUID } from "node:crypto";

/** A page of a panel: nothing runs in it but `script`, and nothing is framed but what `dev` serves. */
export function pageOf(body: string, script = ""): string {
  const nonce = randomUUID();
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src http://*.localhost:*; script-src 'nonce-${nonce}'">
<style>
  html, body { block-size: 100%; margin: 0; padding: 0; }
  p { padding: 1rem; }
  [hidden] { display: none; }
  iframe { inline-size: 100%; block-size: 100%; border: 0; background: white; }
</style>
${body}
<script nonce="${nonce}">${script}</script>
</html>`;
}
