import type { ModelEnvironment } from '../models/env.ts';
import type { ModelCaller } from '../models/model-caller.ts';
import type { ImageCaller } from '../models/pay/paid-images.ts';
import type { defaultImageModels } from './images/env.ts';

/** The models that tools may ask, and the keys that say which of them make images. */
export type ToolModels = {
  callModel: ModelCaller;
  generateImage: ImageCaller;
  /** The chain for those who name none. */
  defaultChain: readonly string[];
  /** Names in a chain that nothing serves, each with what to set. */
  missing(chain: readonly string[]): string[];
  keys: Partial<Pick<ModelEnvironment, (typeof defaultImageModels)[number]['key']>>;
};
