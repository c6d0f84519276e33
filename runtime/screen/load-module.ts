/** Stylesheets by address, on their way or there. */
const sheets: Record<string, Promise<unknown>> = {};

/**
 * Fetches a module and, beside it, the stylesheets that it needs: the bundler has each `import()` of the runtime done by
 * this. What has failed is fetched anew when it is asked for again.
 * @param fetchModule the import itself
 * @param files what the module needs, by its path from the root of the site; of scripts the browser knows by itself
 */
export function loadModule<Module>(
  fetchModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const styles = files
    .filter((file) => file.endsWith(".css"))
    .map((file) => (sheets[file] ??= loadSheet(`/${file}`)));
  return Promise.all([fetchModule(), ...styles]).then(([module]) => module);
}

/** Resolves at once where the document has it. */
function loadSheet(href: string): Promise<unknown> {
  const known = document.querySelector(`link[rel=stylesheet][href="${href}"]`);
  if (known !== null) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
  return new Promise((done, fail) => {
    link.addEventListener("load", done);
    link.addEventListener("error", () => {
      link.remove();
      delete sheets[href.slice(1)];
      fail(new Error(`${href} did not load`));
    });
  });
}
