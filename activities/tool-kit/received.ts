import { cutText } from '../../contracts/base/text.ts';
import { createRedactor } from '../../telemetry/redactor.ts';

const longest = 60;

/**
 * A value as the refusal of it shows it: without secrets, and cut after that.
 * @param name what it was given as; a telling one hides the value.
 */
export function received(name: string, value: unknown): string {
  const kept = createRedactor(process.env).value({ [name]: value }) as Record<string, unknown>;
  const shown = kept[name];
  if (typeof shown === 'string') return JSON.stringify(cutText(shown, longest));
  return cutText(JSON.stringify(shown) ?? 'nothing', longest);
}
