import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listenOver, useServer } from "../testing/server.ts";

const server = useServer();

test.each([
  ["/api/visitor/store-contact-info", "application/json"],
  ["/ai-api/pre-reg-data", "multipart/form-data; boundary=x"],
])(
  "whoever leaves before the end of what is sent to %s is no fault of ours",
  async (path, type) => {
    const entries: unknown[] = [];
    const { port, end } = await listenOver(server, {
      log: (entry) => void entries.push(entry),
    });
    onTestFinished(end);
    const socket = connect(port);
    socket.write(`POST ${path} HTTP/1.1\r\nhost: calm.example\r\n`);
    socket.write(`content-type: ${type}\r\ncontent-length: 900\r\n`);
    socket.write("expect: 100-continue\r\n\r\n");
    // The body is waited for.
    await once(socket, "data");
    socket.write("{");
    socket.destroy();
    const told = { message: "request", level: "info", status: 400 };
    await expect
      .poll(() => entries)
      .toContainEqual(expect.objectContaining(told));
    expect(entries).not.toContainEqual(
      expect.objectContaining({ level: "error" }),
    );
  },
);
