import type {
  GatewayResponse,
  OutputItem,
  ResponseRequest,
} from '../../../contracts/api/gateway/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { GatewayChatAnswer } from '../../../contracts/models/gateway-call.ts';
import type { FinishReason, Usage } from '../../../contracts/models/messages.ts';
import { problemText } from '../../base/problem.ts';
import type { Problem } from '../../base/problem.ts';
import { gatewayStatus } from '../openai-errors.ts';
import { finishOf } from '../to-completion.ts';
import { createRelay } from '../relay.ts';
import type { StreamForm } from '../stream-answer.ts';
import { createOutput } from './output.ts';
import type { OutputEvent } from './output.ts';
import { isCallable } from './to-question.ts';

/** A response that is asked for. */
export type Asked = {
  request: ResponseRequest;
  /** The id of the call. */
  callId: string;
  /** Seconds since the epoch. */
  createdAt: number;
  /** Keeps a response that has ended. */
  store: (response: GatewayResponse) => Promise<void>;
};

export const responseIdOf = (callId: string): string => `resp_${callId}`;

/** An answer as the Responses API gives it; it is stored by then. */
export async function toResponse(
  answer: GatewayChatAnswer,
  asked: Asked,
): Promise<GatewayResponse> {
  const output = createOutput(outputOptions(asked));
  for (const part of createRelay(answer.model).rest(answer) ?? []) output.accept(part);
  const response = ended(asked, answer, output.end(answer).output);
  await asked.store(response);
  return shown(response, asked.request.include);
}

/** The stream of the Responses API. */
export function responseStream(asked: Asked): StreamForm {
  const output = createOutput(outputOptions(asked));
  const { include } = asked.request;
  let sequence = 0;
  let model = '';

  const frame = (event: OutputEvent): string => {
    const numbered = { ...event, sequence_number: sequence };
    sequence += 1;
    return `event: ${event.type}\ndata: ${JSON.stringify(numbered)}\n\n`;
  };
  const frames = (events: OutputEvent[]): string =>
    events.map((event) => frame(shownEvent(event, include))).join('');

  return {
    begin(first) {
      model = first;
      const response = blank(asked, model);
      return frames([
        { type: 'response.created', response },
        { type: 'response.in_progress', response },
      ]);
    },
    part: (_model, delta) => frames(output.accept(delta)),
    async end(answer) {
      const { events, output: items } = output.end(answer);
      const response = ended(asked, answer, items);
      await asked.store(response);
      const last = { type: `response.${response.status}`, response: shown(response, include) };
      return frames([...events, last]);
    },
    error(problem) {
      const error = errorOf(problem);
      const response = { ...blank(asked, model), status: 'failed', error };
      return frames([{ type: 'response.failed', response }]);
    },
  };
}

const outputOptions = ({ request: { tools }, callId }: Asked) => ({
  callId,
  customTools: new Set(
    (tools ?? []).flatMap((tool) =>
      tool.type === 'custom' && isCallable(tool) ? [tool.name] : [],
    ),
  ),
});

/** A response without what providers want back, unless it was asked for. */
export function shown(response: GatewayResponse, include: unknown): GatewayResponse {
  return { ...response, output: response.output.map((item) => shownItem(item, include)) };
}

const wanted = 'reasoning.encrypted_content';

function shownItem(item: OutputItem, include: unknown): OutputItem {
  if (item.type !== 'reasoning' || (Array.isArray(include) && include.includes(wanted)))
    return item;
  const { encrypted_content: _hidden, ...rest } = item;
  return rest;
}

function shownEvent(event: OutputEvent, include: unknown): OutputEvent {
  return 'item' in event
    ? { ...event, item: shownItem(event['item'] as OutputItem, include) }
    : event;
}

/** A response that has not said anything yet. */
function blank({ request, callId, createdAt }: Asked, model: string): GatewayResponse {
  const { instructions, metadata, tools, tool_choice: choice, text, reasoning } = request;
  return {
    id: responseIdOf(callId),
    object: 'response',
    created_at: createdAt,
    completed_at: null,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: metadata ?? {},
    model,
    output: [],
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: { effort: reasoning?.effort ?? null, summary: reasoning?.summary ?? null },
    store: request.store ?? true,
    temperature: request.temperature ?? null,
    text: {
      format: (text?.format as JsonObject | null | undefined) ?? { type: 'text' },
      ...(text?.verbosity && { verbosity: text.verbosity }),
    },
    tool_choice: choice ?? 'auto',
    tools: (tools ?? []).filter(isCallable).map((tool) => toolView(tool)),
    top_p: request.top_p ?? null,
    truncation: 'disabled',
  };
}

function toolView(tool: NonNullable<ResponseRequest['tools']>[number]): JsonObject {
  const given = tool as JsonObject;
  const { strict = null, parameters = null } = given;
  return tool.type === 'function' ? { ...given, strict, parameters } : given;
}

const reasons: Partial<Record<FinishReason, 'max_output_tokens' | 'content_filter'>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

function ended(asked: Asked, answer: GatewayChatAnswer, output: OutputItem[]): GatewayResponse {
  const reason = reasons[finishOf(answer)];
  return {
    ...blank(asked, answer.model),
    status: reason ? 'incomplete' : 'completed',
    completed_at: reason ? null : Math.floor(Date.now() / 1000),
    incomplete_details: reason ? { reason } : null,
    output,
    usage: toUsage(answer.usage),
  };
}

function toUsage(usage: Usage): NonNullable<GatewayResponse['usage']> {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: {
      cached_tokens: cachedInputTokens,
      cache_write_tokens: cacheWriteTokens,
    },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

/** In the few codes that a response can fail with. */
function errorOf(problem: Problem): { code: string; message: string } {
  const { status } = gatewayStatus(problem);
  const code =
    status === 429 ? 'rate_limit_exceeded' : status < 500 ? 'invalid_prompt' : 'server_error';
  return { code, message: problemText(problem) };
}
