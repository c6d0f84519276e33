/** Letters of an email's name that no provider refuses, without the dots between them. */
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const SIMPLE = new RegExp(
  `^${ATOM}(?:\\.${ATOM})*@(?:[a-z0-9-]+\\.)+[a-z0-9-]+$`,
  "i",
);

/**
 * Whether a provider can be given it: of one that it finds invalid it refuses the whole payment, and without one it asks
 * for it itself.
 */
export function isSimpleEmail(email: string | null): email is string {
  return email !== null && SIMPLE.test(email);
}
