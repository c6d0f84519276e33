export interface Shot {
  readonly brand: string;
  readonly path: string;
  readonly size: string;
  /** Below the gallery's folder. */
  readonly file: string;
}

/** One document with all pictures, by brand: phones side by side, desktops below. */
export function gallery(shots: readonly Shot[]): string {
  const groups = new Map<string, Shot[]>();
  for (const shot of shots) {
    const name = `${shot.brand}, ${shot.size}`;
    groups.set(name, [...(groups.get(name) ?? []), shot]);
  }
  const sections = [...groups].map(
    ([name, group]) =>
      `<h2>${name}</h2><div class="${group[0]?.size}">${group.map(figure).join("")}</div>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every page</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; background: #ddd }
div { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
figure { margin: 0 }
.phone img { width: 220px }
.desktop img { width: 460px }
</style>
${sections.join("\n")}
</html>
`;
}

function figure({ file, path }: Shot): string {
  const name = path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${name}</figcaption></figure>`;
}
