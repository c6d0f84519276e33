import { connect, createServer, type Socket } from "node:net";

/** A wire to the server, at a port of its own, that can be cut: for pages and workers alike, whatever they are told. */
export interface Wire {
  readonly port: number;
  /** Ends what is open, and takes nothing more. */
  cut(): Promise<void>;
  /** As it was before it was cut, at the same port. */
  restore(): Promise<void>;
}

export async function wireTo(server: number): Promise<Wire> {
  const open = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(server, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      // A connection that one side resets is over for the other one.
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((done) => {
      wire.listen(port, "127.0.0.1", done);
    });
  await listen(0);
  const address = wire.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    cut: () =>
      new Promise((done) => {
        wire.close(() => done());
        for (const socket of open) socket.destroy();
      }),
    restore: () => listen(port),
  };
}
