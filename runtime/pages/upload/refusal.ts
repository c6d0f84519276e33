/** Why an upload did not arrive and what to do, by the status of the answer. Everything is still there to be sent again. */
export function refusalOf(error: unknown): string {
  switch (statusOf(error)) {
    case 413:
      return "This picture is too large. Choose a smaller one.";
    case 415:
    case 422:
      return "This picture cannot be used. Choose another one.";
    case 429:
      return "Some pictures are still being made. Wait a minute, then try again.";
    default:
      return "It did not arrive. Check your connection, then try again.";
  }
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && "status" in error ? error.status : null;
}
