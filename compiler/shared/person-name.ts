/** The longest name that a form takes, in characters; what is stored may be longer. */
export const NAME_LENGTH = 60;

/** Letters of any script, with what stands between them in names. */
const NAME = /^[\p{L}\p{M}\p{Zs}'’ʼ.,·\p{Join_Control}-]+$/u;
/** Mail programs make a link of it. */
const ADDRESS = /\.\p{L}{2}/u;

/** Whether a text says no more than how somebody is called: it is no message, and leads nowhere. */
export function isPlainName(name: unknown): name is string {
  return (
    typeof name === "string" &&
    name.length <= NAME_LENGTH &&
    NAME.test(name) &&
    !ADDRESS.test(name)
  );
}
