import { z } from 'zod';
import { modelNameForm, parseModelName } from '../../models/model-name.ts';

/** Which model makes images. */
export const imagesEnvironment = z.object({
  /** Such as `openai:gpt-image-2`; left out, by the keys that are set. */
  BATON_IMAGE_MODEL: z
    .string()
    .refine((name) => parseModelName(name) !== undefined, `is not written as ${modelNameForm}`)
    .optional(),
});

/** The model for each key, the first whose key is set. */
export const defaultImageModels = [
  { key: 'OPENAI_API_KEY', name: 'openai:gpt-image-2' },
  { key: 'GEMINI_API_KEY', name: 'gemini:gemini-3-pro-image' },
  { key: 'XAI_API_KEY', name: 'grok:grok-imagine-image' },
] as const;
