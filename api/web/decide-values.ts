import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import { escapeHtml } from './page.ts';

/** Rows of a label and a text. */
export function rowsHtml(rows: readonly (readonly [label: string, text: string])[]): string {
  const list = rows.map(
    ([label, text]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`,
  );
  return `<dl>${list.join('')}</dl>`;
}

/** A value in words, each member under its name, with the same as JSON behind a fold. */
export function valueHtml(value: Json): string {
  const isPlain = typeof value !== 'object' || value === null;
  const json = isPlain
    ? ''
    : `<details><summary>As JSON</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;
  return `${inWords(value)}${json}`;
}

function inWords(value: Json): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '<span class="muted">none</span>';
    return `<ul>${value.map((each) => `<li>${inWords(each)}</li>`).join('')}</ul>`;
  }
  if (!isJsonObject(value)) return `<span class="text">${escapeHtml(scalarText(value))}</span>`;
  const members = Object.entries(value).filter(([, member]) => !isNothing(member));
  if (members.length === 0) return '<span class="muted">nothing</span>';
  const rows = members.map(
    ([name, member]) => `<dt>${escapeHtml(labelOf(name))}</dt><dd>${inWords(member)}</dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

const isNothing = (value: Json) => value === null || (Array.isArray(value) && value.length === 0);

function scalarText(value: Exclude<Json, object>): string {
  if (value === null) return 'none';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/** `stopLoss` and `stop_loss` as `Stop loss`. */
function labelOf(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
