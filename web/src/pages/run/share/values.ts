import MarkdownIt from 'markdown-it';
import { isArtifactReference } from '../../../../../contracts/base/artifact.ts';
import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { decimal, plainNumber } from '../../../components/values/figures.ts';
import { fullTime, isInstant } from '../../../components/values/instant.ts';
import { kindOf } from '../../../components/values/kinds/kind-of.ts';
import type { Point, Shaped } from '../../../components/values/kinds/kind-of.ts';
import { size } from '../../../components/values/size.ts';
import { words } from '../../../components/values/words.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { shareTexts } from './texts.ts';

/** An output as what it is, as the app draws it; what is only values is under their names. */
export function resultOf(value: Json): Html {
  const shaped = kindOf(value);
  if (!shaped) return valueOf(value);
  const draw = views[shaped.kind] as (shaped: Shaped) => Html;
  return draw(shaped);
}

type Views = { [Kind in Shaped['kind']]: (shaped: Shaped & { kind: Kind }) => Html };

const views = {
  large: ({ reference }) => valueOf(reference),
  decision: ({ decision, why, rest }) =>
    html`<p class="lead">${words(decision)}</p>
      ${why === undefined ? undefined : markdownOf(why)} ${restOf(rest)}`,
  report: ({ report, rest }) => html`${markdownOf(report)} ${restOf(rest)}`,
  markdown: ({ text }) => markdownOf(text),
  chart: ({ name, points }) => chartOf(name, points),
  table: ({ columns, rows }) =>
    html`<div class="wide">
      <table>
        <thead>
          <tr>
            ${columns.map((name) => html`<th scope="col">${words(name)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${columns.map((name) => cellOf(row[name]))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
  parts: ({ parts }) =>
    html`${parts.map(
      ([name, value]) =>
        html`<div class="part">
          <p class="muted">${words(name)}</p>
          ${resultOf(value)}
        </div>`,
    )}`,
} satisfies Views;

/** A value to read: text as text, all else under its names. */
export function valueOf(value: Json): Html {
  if (typeof value === 'string') return html`<p class="text">${textOf(value)}</p>`;
  if (typeof value === 'number') return html`<p>${plainNumber(value)}</p>`;
  if (!isJsonObject(value) && !Array.isArray(value)) return html`<p>${String(value)}</p>`;
  if (isArtifactReference(value)) {
    return html`<p class="text">${value.preview}</p>
      <p class="muted">${shareTexts.tooLarge(size(value.bytes))}</p>`;
  }
  const members = Object.entries(value);
  if (members.length === 0) return html`<p class="muted">${shareTexts.empty}</p>`;
  return html`<ul class="values">
    ${members.map(([name, member]) => html`<li><span class="muted">${name}</span> ${valueOf(member)}</li>`)}
  </ul>`;
}

const textOf = (text: string) => (isInstant(text) ? fullTime(text) : text);

function restOf(rest: JsonObject): Html | undefined {
  return Object.keys(rest).length > 0 ? valueOf(rest) : undefined;
}

function cellOf(value: Json | undefined): Html {
  if (typeof value === 'number') return html`<td class="figure">${decimal(value)}</td>`;
  return html`<td>${value === null || value === undefined ? '' : textOf(String(value))}</td>`;
}

// HTML in it is text, and so are links and pictures: nothing in the file leads out of it.
const reader = new MarkdownIt({ html: false, linkify: false }).disable([
  'image',
  'link',
  'autolink',
]);

function markdownOf(text: string): Html {
  const tokens = reader.parse(text, {});
  for (const token of tokens) {
    if (!token.type.startsWith('heading_')) continue;
    // The file has its own headings.
    token.tag = 'p';
    if (token.nesting === 1) token.attrSet('class', 'heading');
  }
  return { html: reader.renderer.render(tokens, reader.options, {}) };
}

const width = 600;
const height = 120;

function chartOf(name: string, points: Point[]): Html {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || 1;
  const places = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width;
    return `${x.toFixed(1)},${(height - ((value - least) / span) * height).toFixed(1)}`;
  });
  return html`<svg
      role="img"
      aria-label="${shareTexts.chart(name || shareTexts.values, points.length)}"
      viewBox="0 -4 ${width} ${height + 8}"
      class="chart"
    >
      <polyline points="${places.join(' ')}" />
    </svg>
    <p class="muted">
      ${shareTexts.range({ first: decimal(values[0]!), least: decimal(least), most: decimal(most), last: decimal(values.at(-1)!) })}
    </p>`;
}
