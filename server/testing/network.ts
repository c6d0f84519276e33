import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** The network between a server and its PostgreSQL, which can be there, cut, or silent. */
export interface Network {
  /** Where the database is, through this network. */
  readonly url: string;
  /** Ends what is connected; nobody is reached any more. */
  cut(): Promise<void>;
  /** Loses what is sent, in both directions. */
  hold(): void;
  restore(): Promise<void>;
}

/** A network to the PostgreSQL at an address. */
export async function networkTo(url: string): Promise<Network> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const open = async (port: number) => {
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        from.on("error", () => {});
        from.on("close", () => to.destroy());
        from.on("data", (part) => isSilent || to.write(part));
      }
    }).listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  let server: Server | null = await open(0);
  const { port } = { port: 0, ...Object(server.address()) };
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return {
    url: through.href,
    cut: async () => {
      const closed = server === null ? null : once(server, "close");
      server?.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
    hold: () => {
      isSilent = true;
    },
    restore: async () => {
      isSilent = false;
      server = await open(port);
    },
  };
}
