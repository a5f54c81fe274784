import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { decimal } from '../../../components/values/figures.ts';
import { words } from '../../../components/values/words.ts';
import { gateTitles } from './gate-titles.ts';
import { texts } from './texts.ts';

/** The values that were set or reset between two states of the gates, one line each. */
export function changedGates(before: Json, after: Json): string[] {
  const [old, now] = [before, after].map((value) => (isJsonObject(value) ? value : {}));
  const names = [...new Set([...Object.keys(old!), ...Object.keys(now!)])];
  return names
    .filter((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]))
    .map((name) => `${titleOf(name)}: ${textOf(name, old![name])} → ${textOf(name, now![name])}`);
}

const titles: Record<string, string> = gateTitles;
const titleOf = (name: string) => titles[name] ?? words(name);

function textOf(name: string, value: Json | undefined): string {
  if (value === undefined) return texts.values.default;
  if (value === null) return name === 'symbols' ? 'all' : texts.values.noLimit;
  if (typeof value === 'boolean') return value ? 'allowed' : texts.values.notAllowed;
  if (typeof value === 'number') return decimal(value);
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
