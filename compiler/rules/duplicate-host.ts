import { diagnose } from "../catalogue.ts";
import type { Span } from "../diagnostic.ts";
import type { ProgramRule } from "./registry.ts";

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
