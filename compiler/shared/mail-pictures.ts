/** The folder of a build that holds the pictures of mails; nobody is served it. */
export const MAIL_PICTURES = "server/mail";

/** The file of a mail's picture there, by the address of what it is made from: PNG of a drawing, JPEG of a photo. */
export function mailPictureFile(address: string): string {
  const name = address.replace(/^\/assets\//, "").replaceAll("/", "-");
  return `${name}.${/\.svg$/i.test(address) ? "png" : "jpg"}`;
}
