import { relative, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

const COMMANDS = {
  error: "error",
  warning: "warning",
  info: "notice",
} as const;

/** Workflow commands: GitHub shows each finding at its line of the pull request. */
export function github(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(line).join("\n");
}

function line({ code, severity, message, hint, at }: Diagnostic): string {
  const place = `file=${property(inRepository(at.file))},line=${at.line},endLine=${at.endLine},col=${at.column},endColumn=${at.endColumn}`;
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${COMMANDS[severity]} ${place},title=${property(code)}::${escape(text)}`;
}

/** GitHub looks for files from the root of the repository, wherever in it the check was started. */
function inRepository(file: string): string {
  const root = process.env["GITHUB_WORKSPACE"] ?? "";
  return root === ""
    ? file
    : relative(root, resolve(file)).replaceAll("\\", "/");
}

function escape(text: string): string {
  return text
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function property(text: string): string {
  return escape(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
