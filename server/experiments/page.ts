import { html } from "hono/html";
import { htmlResponse, type Markup } from "../http/html-page.ts";
import type { ExperimentReport } from "./report.ts";
import { percent, scaleOf, splitSentence } from "./text.ts";

const [WIDTH, ROW, LEFT, RIGHT] = [640, 44, 88, 52];
/** Room for the figures of the scale, which are larger on a phone. */
const FOOT = 40;

/** The reports as a page: a plot of rates with their intervals, and the same as a table. */
export function experimentsPage(
  brand: string,
  reports: readonly ExperimentReport[],
): Promise<Response> {
  return htmlResponse({
    brand,
    title: "Experiments",
    status: 200,
    body: html`<main class="docs">
      <h1>Experiments</h1>
      ${
        reports.length === 0
          ? html`<p>No experiment has been shown to anybody.</p>`
          : reports.map(section)
      }
    </main>`,
  });
}

const TITLES = [
  "Side",
  "Visitors",
  "Expected",
  "Conversions",
  "Rate",
  "95 % interval",
];

/** What the table says of a side, under all titles but the first. */
function figures(side: ExperimentReport["sides"][number]): string[] {
  const { visitors, expected, conversions, rate, interval } = side;
  return [
    String(visitors),
    expected.toFixed(1),
    String(conversions),
    percent(rate),
    `${percent(interval.low)} to ${percent(interval.high)}`,
  ];
}

function section(report: ExperimentReport): Markup {
  return html`<section>
    <h2>${report.brand} / ${report.variable_block}</h2>
    ${plot(report)}
    <table class="figures">
      <thead>
        <tr>
          ${TITLES.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${report.sides.map(
          (side) =>
            html`<tr>
              <th scope="row">${side.component}</th>
              ${figures(side).map(
                (figure, at) =>
                  html`<td data-title="${TITLES[at + 1]}">${figure}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="${report.split.plausible ? "lead" : "summary"}">
      ${splitSentence(report)}
    </p>
  </section>`;
}

/** One line a side: its interval, the rate as a dot. The table beside it says the same in words. */
function plot(report: ExperimentReport): Markup {
  const scale = scaleOf(report);
  const x = (rate: number) =>
    (LEFT + (Math.min(rate, scale) / scale) * (WIDTH - LEFT - RIGHT)).toFixed(
      1,
    );
  const height = ROW * report.sides.length + FOOT;
  const bottom = height - FOOT + 4;
  return html`<svg
    class="plot"
    viewBox="0 0 ${WIDTH} ${height}"
    role="img"
    aria-label="Rates with their 95 % intervals"
  >
    ${[0, 0.25, 0.5, 0.75, 1].map(
      (part) =>
        html`<line
            class="grid"
            x1="${x(part * scale)}"
            x2="${x(part * scale)}"
            y1="4"
            y2="${bottom}"
          />
          <text x="${x(part * scale)}" y="${height - 12}" text-anchor="middle">
            ${percent(part * scale)}
          </text>`,
    )}
    ${report.sides.map(({ component, visitors, rate, interval }, row) => {
      const y = row * ROW + ROW / 2;
      return html`<text x="8" y="${y}" dominant-baseline="central"
          >${component}</text
        >
        ${
          visitors === 0
            ? ""
            : html`<line
                  class="range"
                  x1="${x(interval.low)}"
                  x2="${x(interval.high)}"
                  y1="${y}"
                  y2="${y}"
                />
                <circle class="rate" cx="${x(rate)}" cy="${y}" r="6" />`
        }`;
    })}
  </svg>`;
}
