import { bodyLimit } from "hono/body-limit";
import { ProblemError } from "./problem.ts";

/** Lets bodies through that have at most so many bytes; others are a 413. */
export function limitBody(maxSize: number) {
  const detail = `Send at most ${Math.floor(maxSize / 1_000)} kB.`;
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ProblemError("body-too-large", detail);
    },
  });
}
