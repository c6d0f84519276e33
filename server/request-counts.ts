/** Upper bounds in seconds, Prometheus' own. */
const BOUNDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

interface Seen {
  readonly method: string;
  /** The route's pattern; ids never become labels. */
  readonly route: string;
  readonly status: number;
}

/** Counts answered requests. */
export interface RequestCounts {
  /** What counts requests of one kind; given how many seconds one took. Asked for once and kept, it costs an addition. */
  of(seen: Seen): (seconds: number) => void;
  /** All that was counted, in Prometheus' text form. */
  text(): string;
}

/** Times of a route: how many were in each bucket and none before it, the last without bound, and their sum. */
interface Times {
  readonly counts: number[];
  sum: number;
}

/**
 * Counts requests in plain numbers, which are made text when somebody asks: with a library for it, a page in memory took
 * a third of its time to be counted.
 */
export function createRequestCounts(): RequestCounts {
  const answered = new Map<string, Seen & { count: number }>();
  const routes = new Map<string, Times>();
  return {
    of: ({ method, route, status }) => {
      const key = `${method} ${status} ${route}`;
      const seen = answered.get(key) ?? { method, route, status, count: 0 };
      answered.set(key, seen);
      const times = routes.get(route) ?? {
        counts: Array.from({ length: BOUNDS.length + 1 }, () => 0),
        sum: 0,
      };
      routes.set(route, times);
      return (seconds) => {
        seen.count += 1;
        times.sum += seconds;
        let bucket = 0;
        while (seconds > (BOUNDS[bucket] ?? Number.POSITIVE_INFINITY))
          bucket += 1;
        times.counts[bucket] = (times.counts[bucket] ?? 0) + 1;
      };
    },
    text: () =>
      [
        "# HELP http_requests_total Requests answered, by route and status.",
        "# TYPE http_requests_total counter",
        ...[...answered.values()]
          .filter(({ count }) => count > 0)
          .map(
            ({ method, route, status, count }) =>
              `http_requests_total{method="${method}",route="${route}",status="${status}"} ${count}`,
          ),
        "",
        "# HELP http_request_seconds Time until a request was answered.",
        "# TYPE http_request_seconds histogram",
        ...[...routes].flatMap(([route, times]) => linesOf(route, times)),
        "",
      ].join("\n"),
  };
}

function linesOf(route: string, { counts, sum }: Times): string[] {
  let below = 0;
  const buckets = counts.map((count, n) => {
    below += count;
    const bound = BOUNDS[n] ?? "+Inf";
    return `http_request_seconds_bucket{le="${bound}",route="${route}"} ${below}`;
  });
  return below === 0
    ? []
    : [
        ...buckets,
        `http_request_seconds_sum{route="${route}"} ${sum}`,
        `http_request_seconds_count{route="${route}"} ${below}`,
      ];
}
