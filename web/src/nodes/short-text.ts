import { isJsonObject } from '../../../contracts/base/json.ts';

/** A setting in one line: `topic: tides, limit: 10`; empty for nothing. Long texts are left to the card to cut. */
export function shortText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return value.map(shortText).join(', ');
  if (!isJsonObject(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${shortText(member)}`)
    .join(', ');
}
