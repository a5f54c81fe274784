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
    'Generates an image from a description with a configured model. In a run, Baton stores the image and the ' +
    'answer has a reference to it. The answer names the model and the cost. Do not use it for charts of data: ' +
    'the content is invented.',
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
    prompt: z.string().trim().min(3).max(4_000).describe('What the image shows'),
    shape: z.enum(imageShapes).default('square').describe('The aspect ratio of the image'),
  }),
  label: ({ prompt = '' }) => `"${cutText(prompt, 60)}"`,
  async handle(request, { services, key, payer, signal, progress }: ToolContext<Services>) {
    const make = serviceOf(services.images);
    progress('Generating the image');
    return make(request, { key, payer: await payer(), signal });
  },
});
