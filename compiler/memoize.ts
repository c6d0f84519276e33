/** Keeps the last result per file name, for as long as its input is the same. */
export function remember<I, O>(
  make: (input: I, name: string) => O,
): (input: I, name: string) => O {
  const last = new Map<string, { input: I; output: O }>();
  return (input, name) => {
    const known = last.get(name);
    if (known?.input === input) return known.output;
    const output = make(input, name);
    last.set(name, { input, output });
    return output;
  };
}

/** The same for a result that depends on two things. */
export function rememberPair<A, B, O>(
  make: (a: A, b: B, name: string) => O,
): (a: A, b: B, name: string) => O {
  const last = new Map<string, { a: A; b: B; output: O }>();
  return (a, b, name) => {
    const known = last.get(name);
    if (known?.a === a && known.b === b) return known.output;
    const output = make(a, b, name);
    last.set(name, { a, b, output });
    return output;
  };
}

/** What is made of a file's data is made once, for as long as the data is there: many rules ask for the same. */
export function onceFor<I extends object, O>(make: (input: I) => O) {
  const known = new WeakMap<I, O>();
  return (input: I): O => {
    const before = known.get(input);
    if (before !== undefined) return before;
    const output = make(input);
    known.set(input, output);
    return output;
  };
}
