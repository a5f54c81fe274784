import { z } from 'zod';
import { cutText } from '../../../contracts/base/text.ts';
import { defaultImageModels } from '../../services/images/env.ts';
import { imageShapes } from '../../models/provider.ts';
import type { Services } from '../services.ts';
import { serviceOf } from '../../tool-kit/set-up.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const generateImage = defineTool({
  name: 'generate_image',
  description:
    'Makes an image from a description with a configured model. In a run the image is stored, and the answer holds a ' +
    'reference to it. The answer names the model and what it cost. Not for charts of data: what it draws is invented.',
  category: 'system',
  plan: 'pro',
  rateLimit: { minute: 5 },
  example: { prompt: 'A bull and a bear play chess, flat illustration', shape: 'landscape' },
  missing({ BATON_IMAGE_MODEL: model, unservedModels: [unserved] = [] }) {
    if (model !== undefined) return unserved;
    const keys = defaultImageModels.map(({ key }) => key).join(', ');
    return `set one of ${keys}, or BATON_IMAGE_MODEL`;
  },
  schema: z.strictObject({
    prompt: z.string().trim().min(3).max(4_000).describe('What is to be seen'),
    shape: z.enum(imageShapes).default('square').describe('The form of the image'),
  }),
  label: ({ prompt = '' }) => `"${cutText(prompt, 60)}"`,
  async handle(request, { services, key, payer, signal, progress }: ToolContext<Services>) {
    const make = serviceOf(services.images);
    progress('The image is being made');
    return make(request, { key, payer: await payer(), signal });
  },
});
