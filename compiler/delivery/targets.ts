import type { Delivered, DeliveryFile, Place } from "./delivery.ts";
import { caddyFiles } from "./caddy.ts";
import { cloudflareFiles, netlifyFiles, s3Files } from "./edge.ts";
import { nginxFiles } from "./nginx.ts";

/** Who else may serve a build: what it has to be told, as files. */
export const TARGETS = {
  caddy: caddyFiles,
  cloudflare: cloudflareFiles,
  netlify: netlifyFiles,
  nginx: nginxFiles,
  s3: s3Files,
} as const satisfies Readonly<
  Record<string, (build: Delivered, place: Place) => DeliveryFile[]>
>;

export type Target = keyof typeof TARGETS;
