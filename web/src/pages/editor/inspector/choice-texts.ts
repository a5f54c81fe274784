import { texts } from './texts.ts';

const choices: Record<string, Record<string, string>> = texts.choices;

/** A value of a choice in words. */
export function choiceText(field: string, value: string): string {
  return choices[field]?.[value] ?? value;
}
