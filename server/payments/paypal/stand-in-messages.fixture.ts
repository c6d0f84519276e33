import {
  createSign,
  createVerify,
  generateKeyPairSync,
  randomUUID,
} from "node:crypto";
import { crc32 } from "node:zlib";

const own = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ALGORITHM = "RSA-SHA256";

/** What PayPal signs: names of the transmission and the check sum of the very bytes that are sent. */
function signedText(id: string, time: string, webhook: string, text: string) {
  return `${id}|${time}|${webhook}|${crc32(text)}`;
}

/** The headers of a message as PayPal sends it, signed for one webhook. */
export function transmission(
  text: string,
  webhook: string,
): Record<string, string> {
  const id = randomUUID();
  const time = "2030-01-01T00:00:00Z";
  const sign = createSign(ALGORITHM);
  sign.update(signedText(id, time, webhook, text));
  return {
    "content-type": "application/json",
    "paypal-transmission-id": id,
    "paypal-transmission-time": time,
    "paypal-transmission-sig": sign.sign(own.privateKey, "base64"),
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
    "paypal-auth-algo": "SHA256withRSA",
  };
}

/** Whether a call of verify-webhook-signature holds a message of ours, byte by byte. */
export function isGenuine(body: string, webhook: string): boolean {
  const asked = Object(JSON.parse(body));
  const start = '"webhook_event":';
  const text = body.slice(body.indexOf(start) + start.length, -1);
  const verify = createVerify(ALGORITHM);
  verify.update(
    signedText(
      String(asked.transmission_id),
      String(asked.transmission_time),
      webhook,
      text,
    ),
  );
  return (
    asked.webhook_id === webhook &&
    verify.verify(own.publicKey, String(asked.transmission_sig), "base64")
  );
}
