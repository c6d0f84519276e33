import { Command } from "commander";

/**
 * A command that is given an id of ours: some begin with a dash, as options do. Of the length of an id, and with a letter
 * that no option has, they are none.
 */
export function commandWithId(parent: Command, name: string): Command {
  const command = new IdCommand(name).copyInheritedSettings(parent);
  parent.addCommand(command);
  return command;
}

/** An order (22 letters in base64url), or what a log calls it (43). */
const ID = /^-(?=.*[A-Z\d_])(?:[\w-]{21}|[\w-]{42})$/;

class IdCommand extends Command {
  override parseOptions(argv: string[]): ReturnType<Command["parseOptions"]> {
    const { operands, unknown } = super.parseOptions(argv);
    return {
      operands: [...operands, ...unknown.filter((one) => ID.test(one))],
      unknown: unknown.filter((one) => !ID.test(one)),
    };
  }
}
