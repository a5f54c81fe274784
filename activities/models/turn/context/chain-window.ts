import type { ServedModels } from '../../ask/model-directory.ts';
import type { ModelWindows } from './model-windows.ts';
import { parseModelName } from '../../model-name.ts';

/**
 * The window that a conversation is fitted into, in tokens: that of the model that is asked first. One that takes over
 * and has a smaller window is skipped when it says so.
 */
export function chainWindow(
  chain: readonly string[],
  { models, windows }: { models: ServedModels; windows: ModelWindows },
): number {
  const served = chain.find((name) => {
    const provider = parseModelName(name)?.provider ?? '';
    return models.providers[provider]?.missing === null;
  });
  return windows(served ?? chain[0] ?? '');
}
