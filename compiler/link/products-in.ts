/** Every `product` in the properties of a page, however deep. */
export function productsIn(props: unknown): string[] {
  if (typeof props !== "object" || props === null) return [];
  return Object.entries(props).flatMap(([key, value]) =>
    key === "product" && typeof value === "string"
      ? [value]
      : productsIn(value),
  );
}
