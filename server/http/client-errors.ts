/** What is answered where a connection brings no request. */
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { Socket } from "node:net";

const LATE = "ERR_HTTP_REQUEST_TIMEOUT";
/** What a sender is told by the code of Node's error; any other is a bad request. */
const STATUSES = new Map<string | undefined, number>([
  [LATE, 408],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
  ["HPE_HEADER_OVERFLOW", 431],
]);
const BAD_REQUEST = 400;

/**
 * Refuses what is no request as Node itself does, except two that Node takes for late. A request that arrived while
 * this process stood still is read before its time is judged. And a connection that never sent a byte is closed without
 * a word: browsers open some ahead of use, would take a 408 for the answer to what they are asking just then, and ask
 * again over another connection where they get none.
 * @param isAnswering Whether part of an answer was sent over a connection, which nothing else may break into.
 */
export function refuseClientErrors(
  server: Server,
  isAnswering: (socket: Socket) => boolean,
): void {
  const requests = new WeakMap<Socket, IncomingMessage>();
  server.on("request", (request) => requests.set(request.socket, request));
  const refuse = (code: string | undefined, socket: Socket) => {
    if (socket.writable && !isAnswering(socket))
      socket.write(refusal(STATUSES.get(code) ?? BAD_REQUEST));
    socket.destroySoon();
  };
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return void socket.destroy();
    if (code !== LATE) return refuse(code, socket);
    const wasUnused = socket.bytesRead === 0;
    const last = requests.get(socket);
    const wasComplete = last?.complete === true;
    // By then what waits in the connection has been read.
    setImmediate(() => {
      if (socket.bytesRead === 0) return void socket.destroy();
      const now = requests.get(socket);
      // Of a request that begins now, Node counts the time again; of one that had begun, no more.
      const hasArrived = wasUnused
        ? now !== undefined
        : now?.complete === true && !(now === last && wasComplete);
      if (!hasArrived) refuse(code, socket);
    });
  });
}

function refusal(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}
