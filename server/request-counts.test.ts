import { Counter, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { createRequestCounts } from "./request-counts.ts";

test("says what Prometheus' own library says of the same requests", async () => {
  const registry = new Registry();
  const registers = [registry];
  const total = new Counter({
    name: "http_requests_total",
    help: "Requests answered, by route and status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const times = new Histogram({
    name: "http_request_seconds",
    help: "Time until a request was answered.",
    labelNames: ["route"],
    registers,
  });
  const counts = createRequestCounts();
  for (const [method, route, status, seconds] of [
    ["GET", "(pages)", 200, 0.001],
    ["GET", "(pages)", 200, 0.005],
    ["HEAD", "(pages)", 304, 0.0051],
    ["POST", "/api/visitor/{id}", 500, 10],
    ["POST", "/api/visitor/{id}", 200, 10.5],
    ["POST", "/api/visitor/{id}", 200, 0.3],
  ] as const) {
    total.inc({ method, route, status });
    times.observe({ route }, seconds);
    counts.of({ method, route, status })(seconds);
  }
  // One that is prepared for, and did not come.
  counts.of({ method: "GET", route: "/api/nothing", status: 200 });
  expect(counts.text()).toBe(await registry.metrics());
});
