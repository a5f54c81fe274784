import { calcPrice } from '@pydantic/genai-prices';
import { parseModelName } from '../model-name.ts';
import { providerIds } from './provider-ids.ts';

/** How many tokens a model takes, as `@pydantic/genai-prices` knows it; undefined where it does not. */
export function contextWindow(name: string): number | undefined {
  const parsed = parseModelName(name);
  const providerId = parsed && providerIds[parsed.provider];
  if (!parsed || providerId === undefined) return undefined;
  return calcPrice({}, parsed.model, { providerId })?.model.context_window;
}
