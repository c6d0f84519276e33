/** The origins of the API, from the environment of the build; empty on the same origin. `api.example` means https. */
export const API_ORIGIN = originOf(process.env.API_HOST);
export const AI_API_ORIGIN = originOf(process.env.AI_API_HOST);
/** Where MaxPay takes its form; empty where the sandbox plays it. */
export const MAX_PAY_ORIGIN = originOf(process.env.MAX_PAY_ADDRESS);

/** The code that switches tester mode on is known by this alone; empty where nobody can. */
const TESTER_CODE = (process.env.TESTER_CODE_SHA256 ?? "").trim().toLowerCase();

/** What the scripts know of the environment of the build. */
export const DEFINES = {
  "import.meta.env.VITE_TESTER_CODE_SHA256": JSON.stringify(TESTER_CODE),
  "import.meta.env.VITE_API_HOST": JSON.stringify(API_ORIGIN),
  "import.meta.env.VITE_AI_API_HOST": JSON.stringify(AI_API_ORIGIN),
};

function originOf(host: string | undefined): string {
  if (host === undefined || host.trim() === "") return "";
  return new URL(host.includes("://") ? host : `https://${host}`).origin;
}
