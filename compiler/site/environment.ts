import type { PaymentProviders } from "../schema/payments.ts";
import type { FormHosts } from "./form-targets.ts";

/** The origins of the API, from the environment of the build; empty on the same origin. `api.example` means https. */
export const API_ORIGIN = originOf(process.env.API_HOST);
export const AI_API_ORIGIN = originOf(process.env.AI_API_HOST);

/** The code that switches tester mode on is known by this alone; empty where nobody can. */
const TESTER_CODE = (process.env.TESTER_CODE_SHA256 ?? "").trim().toLowerCase();

/** Whether pages are kept for times without network; `OFFLINE=off` takes the worker away from whoever has it. */
export const OFFLINE = (process.env.OFFLINE ?? "").trim() !== "off";

/** What the scripts know of the environment of the build. */
export const DEFINES = {
  "import.meta.env.VITE_TESTER_CODE_SHA256": JSON.stringify(TESTER_CODE),
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
      const hosts = [API_ORIGIN, originOf(variables[formTarget])];
      return [[id, hosts.filter((origin) => origin !== "")] as const];
    }),
  );
}

function originOf(host: string | undefined): string {
  if (host === undefined || host.trim() === "") return "";
  return new URL(host.includes("://") ? host : `https://${host}`).origin;
}
