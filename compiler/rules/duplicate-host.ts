import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { SiteRule } from "./rule.ts";

export const duplicateHost: SiteRule = ({ brands, sourceOf }) => {
  const first = new Map<string, () => Span>();
  return brands.flatMap(({ file, hosts }) =>
    hosts.flatMap((host, i) => {
      const at = () => sourceOf(file).span(["hosts", i], "value");
      const earlier = first.get(host);
      if (earlier === undefined) first.set(host, at);
      if (earlier === undefined) return [];
      return [
        diagnose("host/duplicate", at(), { host }, [
          { message: "first listed here", at: earlier() },
        ]),
      ];
    }),
  );
};
