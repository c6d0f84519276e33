import { createCompiler } from "../compile.ts";
import { LanguageService } from "../service/language-service.ts";
import { baseEnvironment, baseFiles } from "./base-content.ts";

/** The language service over the base tree, with some of its files changed or added: texts by name. */
export function serviceWith(
  changed: Readonly<Record<string, string>>,
): LanguageService {
  const service = new LanguageService(
    baseEnvironment,
    createCompiler(baseEnvironment),
    (_brand, name) => name,
  );
  const base = baseFiles.map(({ name, text }) => [name, text] as const);
  service.take(new Map([...base, ...Object.entries(changed)]));
  return service;
}
