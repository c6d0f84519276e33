import { useSetAtom } from "jotai";
import { useCallback, useState } from "react";
import { type Message, sendMessageAtom } from "../state/message.ts";

export interface MessageHandle {
  readonly status: "idle" | "pending" | "sent" | "failed";
  send(message: Message): void;
}

/** Writes to the brand. */
export function useMessage(): MessageHandle {
  const [status, setStatus] = useState<MessageHandle["status"]>("idle");
  const post = useSetAtom(sendMessageAtom);
  const send = useCallback(
    (message: Message) => {
      setStatus("pending");
      void post(message).then((sent) => setStatus(sent ? "sent" : "failed"));
    },
    [post],
  );
  return { status, send };
}
