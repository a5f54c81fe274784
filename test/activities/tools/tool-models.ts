import { noUsage } from '../../../contracts/models/messages.ts';
import type { ModelCall } from '../../../activities/models/model-caller.ts';
import type { ToolModels } from '../../../activities/services/tool-models.ts';

/** Models that a test plays: `answer` gives their text, `image` the data of an image; what they are asked is kept. */
export function toolModels({
  answer = () => '',
  image = () => 'iVBORw0KGgo=',
  chain = ['openai:gpt-5.2'],
  finish = 'stop',
  keys = {},
}: {
  answer?: (call: ModelCall) => string;
  image?: () => string;
  chain?: string[];
  finish?: 'stop' | 'length' | 'content_filter';
  keys?: ToolModels['keys'];
} = {}) {
  const calls: ModelCall[] = [];
  const images: Parameters<ToolModels['generateImage']>[0][] = [];
  const models: ToolModels = {
    defaultChain: chain,
    missing: (names) =>
      names.filter((name) => name.startsWith('none:')).map((name) => `${name}: set NONE_API_KEY`),
    keys,
    async callModel(call) {
      calls.push(call);
      const text = answer(call);
      return {
        text,
        toolCalls: [],
        finish,
        usage: noUsage,
        model: 'openai:gpt-5.2',
        attempts: [],
        costUsd: '0.001',
      };
    },
    async generateImage(call) {
      images.push(call);
      return {
        model: 'openai:gpt-image-2',
        mediaType: 'image/png',
        data: image(),
        usage: { inputTokens: 1, outputTokens: 2, imageTokens: 2 },
        costUsd: '0.05',
      };
    },
  };
  return { models, calls, images };
}
