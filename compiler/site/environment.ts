import { createHash } from "node:crypto";
import type { PaymentProviders } from "../schema/payments.ts";
import { WrongVariable } from "../workspace/system-refusal.ts";
import type { FormHosts } from "./form-targets.ts";

/** The origins of the API, from the environment of the build; empty on the same origin. `api.example` means https. */
export const API_ORIGIN = originOf("API_HOST", process.env.API_HOST);
export const AI_API_ORIGIN = originOf("AI_API_HOST", process.env.AI_API_HOST);

/**
 * The SHA-256 of the code is what a tester's cookie carries, so scripts get the SHA-256 of it alone; empty where nobody
 * can be a tester.
 */
const TESTER_PROOF = proofHash(process.env.TESTER_CODE_SHA256);

/** Whether somebody can be a tester of this build. */
export const HAS_TESTERS = TESTER_PROOF !== "";

/** Whether pages are kept for times without network; `OFFLINE=off` takes the worker away from whoever has it. */
export const OFFLINE = (process.env.OFFLINE ?? "").trim() !== "off";

/** What the scripts know of the environment of the build. */
export const DEFINES = {
  "import.meta.env.VITE_TESTER_PROOF_SHA256": JSON.stringify(TESTER_PROOF),
  "import.meta.env.VITE_OFFLINE": JSON.stringify(OFFLINE ? "on" : "off"),
  "import.meta.env.VITE_API_HOST": JSON.stringify(API_ORIGIN),
  "import.meta.env.VITE_AI_API_HOST": JSON.stringify(AI_API_ORIGIN),
};

/**
 * Where the forms of payment providers lead, by provider: to the API, where the sandbox plays it, and to the provider
 * itself.
 */
export function formHosts(
  providers: PaymentProviders,
  variables: Readonly<Record<string, string | undefined>>,
): FormHosts {
  return new Map(
    Object.entries(providers).flatMap(([id, { formTarget }]) => {
      if (formTarget === undefined) return [];
      const hosts = [API_ORIGIN, originOf(formTarget, variables[formTarget])];
      return [[id, hosts.filter((origin) => origin !== "")] as const];
    }),
  );
}

/** Of the SHA-256 of a code, in hex: the SHA-256 of that text. Empty without one; throws `WrongVariable` for what is none. */
export function proofHash(code: string | undefined): string {
  const proof = (code ?? "").trim().toLowerCase();
  if (proof === "") return "";
  if (!/^[0-9a-f]{64}$/.test(proof))
    throw new WrongVariable(
      "TESTER_CODE_SHA256 is not a SHA-256: write the 64 hexadecimal digits of the code's hash, not the code itself.",
    );
  return createHash("sha256").update(proof).digest("hex");
}

function originOf(name: string, value = ""): string {
  const host = value.trim();
  if (host === "") return "";
  const url = host.includes("://") ? host : `https://${host}`;
  if (URL.canParse(url)) return new URL(url).origin;
  throw new WrongVariable(
    `${name}=${host} is not a host: write one such as api.example or https://api.example.`,
  );
}
