import { escapeHtml } from "../../compiler/emit/escape-html.ts";

export interface Shot {
  readonly brand: string;
  readonly path: string;
  /** The name of the manner in which it was taken. */
  readonly manner: string;
  /** Below the gallery's folder. */
  readonly file: string;
}

/** What is shown of an address that somebody sends to others. */
export interface Preview {
  readonly file: string;
  readonly path: string;
  readonly site: string;
  readonly title: string;
  readonly description: string;
}

/** One document with all pictures, by manner and brand, and how addresses look that are shared. */
export function gallery(
  shots: readonly Shot[],
  previews: readonly Preview[],
): string {
  const groups = new Map<string, Shot[]>();
  for (const shot of shots) {
    const name = `${shot.manner}, ${shot.brand}`;
    groups.set(name, [...(groups.get(name) ?? []), shot]);
  }
  const names = [...groups.keys(), "shared"];
  const links = names.map((name) => `<a href="#${id(name)}">${name}</a>`);
  const sections = [...groups].map(
    ([name, group]) =>
      `<h2 id="${id(name)}">${name}</h2><div class="${group[0]?.manner}">${group.map(figure).join("")}</div>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every page</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; background: #ddd }
nav { columns: 12rem; margin-block-end: 24px }
nav a { display: block }
div { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
figure { margin: 0 }
img { width: 220px }
:is(.desktop, .landscape, .shared) img { width: 460px }
.tablet img { width: 300px }
.shared figure { width: 460px; background: #fff }
.shared figcaption { padding: 12px }
</style>
<nav>${links.join("\n")}</nav>
${sections.join("\n")}
<h2 id="shared">shared</h2><div class="shared">${previews.map(preview).join("")}</div>
</html>
`;
}

function id(name: string): string {
  return name.replaceAll(/\W+/g, "-");
}

function figure({ file, path }: Shot): string {
  return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${escapeHtml(path)}</figcaption></figure>`;
}

function preview({ file, site, title, description, path }: Preview): string {
  const [from, name, words, at] = [site, title, description, path].map(
    escapeHtml,
  );
  return `<figure><img loading="lazy" src="${file}" alt=""><figcaption>${from}<br><strong>${name}</strong><br>${words}<br>${at}</figcaption></figure>`;
}
