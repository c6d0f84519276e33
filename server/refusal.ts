/** A start that cannot go on, told in one sentence that says what to do. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** 1: the environment has to change; 2: the fault is ours. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The code of a system error (`EACCES`); null for anything else. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : null;
}

/**
 * Ends the process: with the sentence of a refusal, or with everything that is known of a fault of ours.
 * @param refused what a refusal ends with, where that is not its own to say
 */
export function endProcess(error: unknown, refused?: 2): never {
  if (error instanceof Refusal) {
    process.stderr.write(`${error.message}\n`);
    process.exit(refused ?? error.exitCode);
  }
  process.stderr.write(
    `The server broke: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(2);
}
