import { brandOf, kindOf } from "../parse/file-name.ts";

/**
 * Of the files of a state, those that have to be compiled to compare it with another one: of a brand that is the same but
 * for some of its funnels, those funnels with their brand; all of a brand whose own file or assets differ.
 *
 * @param names of the content files of the state
 * @param changed paths below the content root that differ from the other state, or are there in one of them alone
 */
export function differing(
  names: readonly string[],
  changed: ReadonlySet<string>,
): string[] {
  const paths = [...changed];
  const isWholeSite = changed.has("site.yaml");
  const whole = new Set(
    paths
      .filter((path) => kindOf(path) === "brand" || path.includes("/assets/"))
      .map(brandOf),
  );
  const touched = new Set(paths.map(brandOf));
  return names.filter((name) => {
    const kind = kindOf(name);
    if (kind === "site" || isWholeSite || whole.has(brandOf(name))) return true;
    return kind === "brand" ? touched.has(brandOf(name)) : changed.has(name);
  });
}
