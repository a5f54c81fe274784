import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import { asRead } from '../../contracts/base/shortest.ts';
import { escapeHtml } from './page.ts';

/** Rows of a label and a text. */
export function rowsHtml(rows: readonly (readonly [label: string, text: string])[]): string {
  const list = rows.map(
    ([label, text]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`,
  );
  return `<dl>${list.join('')}</dl>`;
}

/** Every digit of a value behind a fold, as JSON; nothing of a text, which is shown as it is. */
export function exactHtml(title: string, value: Json): string {
  if (typeof value === 'string' || isNothing(value)) return '';
  return `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;
}

/**
 * A value in words, each member under its name, its figures rounded as people read them.
 * @param titles what its members are called, where not by their name.
 */
export function valueHtml(value: Json, titles: Partial<Record<string, string>> = {}): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '<span class="muted">none</span>';
    return `<ul>${value.map((each) => `<li>${valueHtml(each)}</li>`).join('')}</ul>`;
  }
  if (!isJsonObject(value)) return `<span class="text">${escapeHtml(scalarText(value))}</span>`;
  const members = Object.entries(value).filter(([, member]) => !isNothing(member));
  if (members.length === 0) return '<span class="muted">nothing</span>';
  const rows = members.map(
    ([name, member]) =>
      `<dt>${escapeHtml(titles[name] ?? labelOf(name))}</dt><dd>${valueHtml(member)}</dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

/** Whether a value says nothing. */
export const isNothing = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

function scalarText(value: Exclude<Json, object>): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return isDecimal(value) ? asRead(String(value)) : String(value);
}

/** A number, or one as text that has more digits than one reads. */
function isDecimal(value: string | number): boolean {
  return typeof value === 'number' || /^-?\d+\.\d{5,}$/.test(value);
}

/** `stopLoss` and `stop_loss` as `Stop loss`. */
function labelOf(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
