/**
 * A file of `schema/` says what nothing can be made of: a line each, with the file. Whoever reads it has just changed
 * it.
 */
export class WrongSchema extends Error {
  override readonly name = "WrongSchema";

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join("\n"), options);
  }
}
