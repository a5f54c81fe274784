import { texts } from './texts.ts';

/** A field's name in words: `maximumTurns` is `Maximum turns`, `bestEffort` is `Best effort`. */
export function labelOf(name: string, group = ''): string {
  const label = find(texts.labels, name, group);
  if (label !== undefined) return label;
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function helpOf(name: string, group = ''): string | undefined {
  return find(texts.help, name, group);
}

function find(table: Record<string, string>, name: string, group: string): string | undefined {
  const key = [`${group}.${name}`, name].find((each) => Object.hasOwn(table, each));
  return key === undefined ? undefined : table[key];
}
