import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { ProgramRule } from "./rule.ts";

export const duplicateHost: ProgramRule = ({ brands }) => {
  const first = new Map<string, () => Span>();
  return brands.flatMap(({ brand, source }) =>
    brand.hosts.flatMap((host, i) => {
      const at = () => source.span(["hosts", i], "value");
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
