/**
 * Runs before the body is painted, in documents that show something personal or have another script of their head: hides
 * what is personal while stored state is on its way, so that the wrong words are never seen.
 */
import { readStored } from "./stored.ts";

const html = document.documentElement;
const { key } = html.dataset;

if (key !== undefined && readStored(key) !== null)
  html.dataset["restoring"] = "";
