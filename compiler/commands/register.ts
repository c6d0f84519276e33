import type { Command } from "commander";
import type { Checkout } from "../checkout.mjs";

/** Adds one command to the program; `end` takes its exit code. */
export type Register = (
  program: Command,
  checkout: Checkout,
  end: (code: number) => void,
) => void;
