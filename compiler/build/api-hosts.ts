/** The origins of the API, from the environment of the build; empty on the same origin. `api.example` means https. */
export const API_ORIGIN = originOf(process.env.API_HOST);
export const AI_API_ORIGIN = originOf(process.env.AI_API_HOST);

/** What the scripts know of them. */
export const API_DEFINES = {
  "import.meta.env.VITE_API_HOST": JSON.stringify(API_ORIGIN),
  "import.meta.env.VITE_AI_API_HOST": JSON.stringify(AI_API_ORIGIN),
};

function originOf(host: string | undefined): string {
  if (host === undefined || host.trim() === "") return "";
  return new URL(host.includes("://") ? host : `https://${host}`).origin;
}
