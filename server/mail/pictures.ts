import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { CONTENT_TYPES, OTHER_TYPE } from "../../generated/delivery.ts";
import {
  MAIL_PICTURES,
  mailPictureFile,
} from "../../generated/mail-pictures.ts";
import { errorCode } from "../refusal.ts";

export interface MailPicture {
  readonly data: Buffer;
  /** Such as `image/png`. */
  readonly type: string;
}

/** The pictures of a build's mails, by the address of what each was made from. */
export type MailPictures = (address: string) => MailPicture | null;

export const noMailPictures: MailPictures = () => null;

/** Read with the build, whose folder may be gone when a mail is sent. */
export function readMailPictures(build: string): MailPictures {
  const folder = join(build, MAIL_PICTURES);
  const files = new Map(
    filesIn(folder).map((name): [string, MailPicture] => {
      const type = CONTENT_TYPES[extname(name)] ?? OTHER_TYPE;
      return [name, { type, data: readFileSync(join(folder, name)) }];
    }),
  );
  return (address) => files.get(mailPictureFile(address)) ?? null;
}

/** None in builds of before mails had pictures, or where no mail has one. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
