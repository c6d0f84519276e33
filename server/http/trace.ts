import { randomBytes } from "node:crypto";
import { isUuid } from "../token.ts";

/** A trace as https://www.w3.org/TR/trace-context/ has it: hex. */
export interface Trace {
  readonly id: string;
  readonly flags: string;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NONE = /^0+$/;

/**
 * The trace that a request belongs to: the one that its sender names, else one that is called as the request is where
 * pages have named it (a UUID has as many bits), else a new one.
 */
export function traceOf(given: string | undefined, request: string): Trace {
  const [, id = "", parent = "", flags = ""] =
    TRACEPARENT.exec(given ?? "") ?? [];
  if (id !== "" && !NONE.test(id) && !NONE.test(parent)) return { id, flags };
  const own = isUuid(request)
    ? request.replaceAll("-", "").toLowerCase()
    : randomBytes(16).toString("hex");
  return { id: own, flags: "00" };
}

/** What somebody who is asked for a request is told; empty where OpenTelemetry tells them itself. */
export function traceHeaders({ id, flags }: Trace): Record<string, string> {
  if (activeSpan() !== null) return {};
  const span = randomBytes(8).toString("hex");
  return { traceparent: `00-${id}-${span}-${flags}` };
}

/** The names of trace and span for the log: those of OpenTelemetry where an operator has loaded it. */
export function traceFields({ id }: Trace): Record<string, string> {
  const span = activeSpan();
  return span === null
    ? { trace: id }
    : { trace: span.traceId, span: span.spanId };
}

/** Where every copy of `@opentelemetry/api` 1 finds the others; nothing of it is a dependency here. */
const API = Symbol.for("opentelemetry.js.api.1");
const SPAN = Symbol.for("OpenTelemetry Context Key SPAN");

function activeSpan(): { traceId: string; spanId: string } | null {
  const context = Object(Reflect.get(globalThis, API)).context;
  const span = context?.active?.()?.getValue?.(SPAN)?.spanContext?.();
  const { traceId, spanId } = Object(span);
  return typeof traceId === "string" && typeof spanId === "string"
    ? { traceId, spanId }
    : null;
}
