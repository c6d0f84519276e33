/** Props with made-up product and score names: the generated literal unions are those of one content tree. */
export function made<T extends object>(props: object): T {
  if (!isMade<T>(props)) throw new Error("no props");
  return props;
}

function isMade<T extends object>(props: object): props is T {
  return Object.keys(props).length > 0;
}
