import { diagnose } from "../diagnostics/diagnostic.ts";
import { allOf, isCondition, pointsOf } from "../prove/conditions.ts";
import { data, items } from "../schema/read.ts";
import { asksForUnreached } from "./bands-reached.ts";
import { byPath } from "./by-path.ts";
import { sidesWith } from "./step-span.ts";

/** A point of a section that nobody sees who sees the section; a shared section may have it for another page. */
export const pointShown = byPath((proof, node) =>
  sidesWith("sections", node).flatMap(({ step, i, written, path: origin }) => {
    const linked = items(data(step.props).sections);
    const own = items(written.sections);
    if (own.length !== linked.length) return [];
    return linked.flatMap((section, n) => {
      const points = pointsOf(section);
      if (data(own[n]).use !== undefined || points.every((one) => !one))
        return [];
      const { when } = data(section);
      const around = isCondition(when) ? [when] : [];
      // Where nobody sees the section, that is the mistake.
      if (proof.isNobody({ step: i, when: allOf(around) })) return [];
      return points.flatMap((point, at) => {
        if (point === null || asksForUnreached(point, node)) return [];
        if (!proof.isNobody({ step: i, when: allOf([...around, point]) }))
          return [];
        const path = [...origin, "sections", n, "items", at, "when"];
        const place = node.source.span(path, "value");
        const words = { id: step.id, part: "point" } as const;
        return [diagnose("section/never-shown", place, words)];
      });
    });
  }),
);
