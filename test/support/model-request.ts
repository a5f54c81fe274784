import { noUsage } from '../../contracts/models/messages.ts';
import type { RequestAnswer, RequestContent } from '../../contracts/models/model-request.ts';
import type { ModelRequestRow } from '../../db/repositories/models/model-requests.ts';

/** The record of a request to a model. */
export function requestRow({
  answer,
  content,
  ...changes
}: Partial<Omit<ModelRequestRow, 'content'>> & {
  answer?: Pick<RequestAnswer, 'text' | 'toolCalls'>;
  content?: Partial<RequestContent>;
}): ModelRequestRow {
  return {
    id: 'req_1',
    at: new Date(),
    callId: 'gw_1',
    door: 'gateway',
    user: 'ann',
    keyId: null,
    runId: null,
    nodePath: null,
    agent: null,
    model: 'openai:gpt-5.2',
    status: 'answered',
    tries: 1,
    inputTokens: 12,
    outputTokens: 5,
    cachedInputTokens: 0,
    reasoningTokens: 0,
    costUsd: null,
    firstMs: null,
    durationMs: 900,
    preview: 'What is it?',
    ...changes,
    content: {
      chain: ['openai:gpt-5.2'],
      question: {
        messages: [{ role: 'user', text: 'What is it?' }],
        tools: [],
        toolChoice: 'auto',
      },
      answer: { text: 'It is a cat.', toolCalls: [], finish: 'stop', usage: noUsage, ...answer },
      attempts: [{ model: 'openai:gpt-5.2', status: 'answered', durationMs: 900 }],
      exchanges: [],
      ...content,
    },
  };
}
