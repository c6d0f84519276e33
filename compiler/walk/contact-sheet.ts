import type { FunnelNode } from "../link/program.ts";
import { headOf } from "../link/head-of.ts";
import { wayOf } from "../report/walks.ts";
import { escapeHtml } from "../emit/escape-html.ts";
import type { Browsed, Shot } from "./browse.ts";
import { plural } from "../report/plural.ts";

/** One file with all screens of a funnel, in the order of its steps; the way there stands below each. */
export function contactSheet(
  node: FunnelNode,
  { shots, faults, walks }: Browsed,
): string {
  const { steps } = node.funnel;
  const figures = steps.flatMap((step, i) =>
    shots
      .filter((shot) => shot.step === step.id)
      .toSorted((one, other) =>
        (one.side ?? "") < (other.side ?? "") ? -1 : 1,
      )
      .map((shot) => figure(shot, i, node)),
  );
  const unseen = steps.filter(
    ({ id }) => !shots.some((one) => one.step === id),
  );
  const said = [
    `${plural(shots.length, "screen")} of ${plural(steps.length, "step")}, by ${plural(walks, "walk")}`,
    ...(unseen.length === 0
      ? []
      : [`no picture of ${unseen.map(({ id }) => id).join(", ")}`]),
  ].join("; ");
  return page(
    node.key,
    `<h1>${escapeHtml(node.key)}</h1>
<p>${escapeHtml(said)}.</p>
${faults.length === 0 ? "" : `<ul class="faults">${faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join("")}</ul>`}
<div class="sheet">
${figures.join("\n")}
</div>
<dialog><img alt=""></dialog>
<script>
const dialog = document.querySelector("dialog");
document.querySelector(".sheet").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button === null) return;
  dialog.firstElementChild.src = button.firstElementChild.src;
  dialog.showModal();
});
dialog.addEventListener("click", () => dialog.close());
</script>`,
  );
}

/** All funnels, with what went wrong in them. */
export function sheetIndex(
  sheets: readonly { key: string; file: string; browsed: Browsed }[],
): string {
  const rows = sheets.map(
    ({ key, file, browsed: { shots, walks, faults } }) => {
      const wrong =
        faults.length === 0 ? "" : ` · ${plural(faults.length, "fault")}`;
      return `<li><a href="${escapeHtml(file)}">${escapeHtml(key)}</a> ${plural(shots.length, "screen")}, ${plural(walks, "walk")}${wrong}</li>`;
    },
  );
  return page("Walks", `<h1>Walks</h1>\n<ul>\n${rows.join("\n")}\n</ul>`);
}

function figure(shot: Shot, at: number, node: FunnelNode): string {
  const step = node.funnel.steps[at];
  const name = `${at + 1}. ${shot.step}${shot.side === null ? "" : ` · ${shot.side}`}`;
  const head = step === undefined ? "" : headOf(step);
  const way = wayOf(shot, node);
  const image = `data:image/jpeg;base64,${shot.image.toString("base64")}`;
  return `<figure>
<figcaption><b>${escapeHtml(name)}</b><span>/${escapeHtml(step?.path.replace(/^\//, "") ?? "")} · ${escapeHtml(step?.page ?? "")}</span></figcaption>
<button type="button" aria-label="${escapeHtml(`${name}: ${head}`)}"><img src="${image}" alt="" loading="lazy"></button>
<p title="${escapeHtml(way)}">${escapeHtml(way)}</p>
</figure>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
body { font: 14px/1.45 system-ui, sans-serif; margin: 32px; background: #eceff1; color: #1c2326 }
h1 { font-size: 22px; margin: 0 0 4px }
a { color: inherit }
.faults { color: #b3261e }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 28px 20px; margin-top: 24px }
figure { margin: 0; display: flex; flex-direction: column; gap: 6px; min-width: 0 }
figcaption b, figcaption span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
figcaption span, figure p { color: #5b6870; font-size: 12px }
button { padding: 0; border: 0; border-radius: 10px; overflow: hidden; height: 440px; background: #fff; cursor: zoom-in; box-shadow: 0 1px 4px #0003; text-align: left }
button img { display: block; width: 100%; height: 100%; object-fit: cover; object-position: top }
figure p { margin: 0; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden }
dialog { border: 0; padding: 0; max-width: none; max-height: 96vh; border-radius: 12px }
dialog img { display: block; width: 375px }
dialog::backdrop { background: #000a }
</style>
${body}
</html>
`;
}
