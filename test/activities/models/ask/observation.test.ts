import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelAnswer, ModelCall } from '../../../../activities/models/model-caller.ts';
import {
  observedCalls,
  observedEmbeddings,
} from '../../../../activities/models/ask/observation/observed-calls.ts';
import type { ModelLogEntry } from '../../../../activities/models/ask/observation/observed-calls.ts';
import { labelConfigured } from '../../../../activities/models/ask/observation/model-label.ts';
import { observedProvider } from '../../../../activities/models/ask/observation/observed-provider.ts';
import { ProviderError } from '../../../../activities/models/provider.ts';
import type { ChatResponse, ModelProvider } from '../../../../activities/models/provider.ts';
import { AllModelsFailed } from '../../../../activities/models/router.ts';
import { createRedactor } from '../../../../telemetry/redactor.ts';
import { startTelemetry } from '../../../../telemetry/start-telemetry.ts';
import { collectSpans } from '../../../support/spans.ts';
import { conversation, never, request } from '../requests.ts';

const answer: ChatResponse = {
  text: 'SPX is at 1.',
  toolCalls: [{ id: 'call_1', name: 'get_price', args: { symbol: 'SPX' } }],
  finish: 'tool_calls',
  usage: {
    inputTokens: 100,
    outputTokens: 20,
    cachedInputTokens: 60,
    cacheWriteTokens: 7,
    reasoningTokens: 5,
  },
};

const failure = new ProviderError({
  provider: 'gemini',
  kind: 'rate_limited',
  code: '429',
  message: 'too many requests',
});

function provider(outcome: ChatResponse | Error, name = 'openai'): ModelProvider {
  return {
    name,
    async chat() {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

async function measured() {
  const telemetry = await startTelemetry(
    { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: false },
    'baton',
  );
  onTestFinished(() => telemetry.stop());
  return telemetry.metricsText;
}

test('A request is a span by the semantic conventions, without what was said', async () => {
  const spans = collectSpans();
  const asked = request({
    model: 'gpt-5.2',
    messages: conversation,
    maximumOutputTokens: 50,
    temperature: 0.5,
  });
  await observedProvider(provider(answer), {}).chat(asked, never);
  expect(spans).toEqual([
    {
      name: 'chat gpt-5.2',
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-5.2',
        'gen_ai.request.max_tokens': 50,
        'gen_ai.request.temperature': 0.5,
        'gen_ai.request.stream': false,
        'gen_ai.response.finish_reasons': ['tool_call'],
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 20,
        'gen_ai.usage.cache_read.input_tokens': 60,
        'gen_ai.usage.cache_creation.input_tokens': 7,
        'gen_ai.usage.reasoning.output_tokens': 5,
      },
    },
  ]);
});

const embedder: ModelProvider = {
  ...provider(answer),
  embed: async () => ({ vectors: [[1, 0]], inputTokens: 8 }),
};

test('A request for vectors is a span of its own kind, and knows who asked for it', async () => {
  const spans = collectSpans();
  const { embed } = observedProvider(embedder, {});
  const ask = observedEmbeddings(
    async ({ model, request: asked }) => ({
      ...(await embed!({ ...asked, model: 'text-embedding-3-small' }, never)),
      model: model as `${string}:${string}`,
      costUsd: null,
    }),
    () => {},
  );
  const { caller } = call;
  const texts = ['What was said'];
  const model = 'openai:text-embedding-3-small';
  await ask({ caller, model, request: { texts, dimensions: 256 } }, never);
  expect(spans).toEqual([
    {
      name: 'embeddings text-embedding-3-small',
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'gen_ai.operation.name': 'embeddings',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'text-embedding-3-small',
        'gen_ai.embeddings.dimension.count': 256,
        'gen_ai.usage.input_tokens': 8,
        'gen_ai.agent.name': 'research',
        'gen_ai.conversation.id': 'run-1/research',
        'baton.call.id': 'run-1/research#turn-1',
        'baton.call.source': 'run',
        'baton.node.path': 'research',
        'baton.run.id': 'run-1',
      },
    },
  ]);
});

test('A provider without embeddings has none when it is watched', () => {
  expect(observedProvider(provider(answer), {}).embed).toBeUndefined();
});

test('A failed request says so with a word, by the name that the conventions have for its provider', async () => {
  const spans = collectSpans();
  const observed = observedProvider(provider(failure, 'gemini'), {});
  await expect(observed.chat(request(), never)).rejects.toBe(failure);
  expect(spans[0]).toMatchObject({
    status: { code: SpanStatusCode.ERROR, message: 'too many requests' },
    attributes: { 'error.type': 'rate_limited', 'gen_ai.provider.name': 'gcp.gemini' },
  });
});

test('What was said is recorded where that is wanted, without secrets', async () => {
  const spans = collectSpans();
  const { text: redact } = createRedactor({ MY_API_KEY: 'secret-in-a-prompt' });
  const messages = [{ role: 'user' as const, text: 'My key is secret-in-a-prompt.' }];
  await observedProvider(provider(answer), { redact }).chat(request({ messages }), never);
  const { 'gen_ai.input.messages': input, 'gen_ai.output.messages': output } = spans[0]!.attributes;
  expect(JSON.parse(String(input))).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'My key is [key].' }] },
  ]);
  expect(JSON.parse(String(output))).toEqual([
    {
      role: 'assistant',
      finish_reason: 'tool_call',
      parts: [
        { type: 'text', content: 'SPX is at 1.' },
        { type: 'tool_call', id: 'call_1', name: 'get_price', arguments: { symbol: 'SPX' } },
      ],
    },
  ]);
});

const call: ModelCall = {
  caller: {
    callId: 'run-1/research#turn-1',
    source: 'run',
    user: 'local',
    priority: 'normal',
    runId: 'run-1',
    nodePath: 'research',
    agent: 'research',
    budgets: [],
  },
  chain: ['openai:gpt-5.2', 'anthropic:claude'],
  request: { messages: [], tools: [], toolChoice: 'auto' },
};

const modelAnswer: ModelAnswer = {
  ...answer,
  model: 'anthropic:claude',
  attempts: [{ model: 'anthropic:claude', status: 'answered', durationMs: 3 }],
  costUsd: '0.25',
};

test('A span knows the run, the node and the agent that it belongs to', async () => {
  const spans = collectSpans();
  const observed = observedProvider(provider(answer), {});
  const ask = observedCalls(
    async () => {
      await observed.chat(request(), never);
      return modelAnswer;
    },
    () => {},
  );
  await ask(call, never);
  expect(spans[0]?.attributes).toMatchObject({
    'baton.run.id': 'run-1',
    'baton.node.path': 'research',
    'baton.call.id': 'run-1/research#turn-1',
    'gen_ai.agent.name': 'research',
    'gen_ai.conversation.id': 'run-1/research',
  });
});

test('Every call is logged: who asked, who answered, tokens, cost, time and attempts', async () => {
  const entries: ModelLogEntry[] = [];
  const ask = observedCalls(
    async () => modelAnswer,
    (entry) => entries.push(entry),
  );
  await ask(call, never);
  expect(entries).toEqual([
    {
      event: 'model call',
      outcome: 'answered',
      callId: 'run-1/research#turn-1',
      source: 'run',
      user: 'local',
      runId: 'run-1',
      nodePath: 'research',
      agent: 'research',
      model: 'anthropic:claude',
      inputTokens: 100,
      cachedInputTokens: 60,
      outputTokens: 20,
      costUsd: '0.25',
      durationMs: expect.any(Number),
      attempts: modelAnswer.attempts,
    },
  ]);
});

test('A call that fails is logged with what was tried', async () => {
  const entries: ModelLogEntry[] = [];
  const attempts = [{ model: 'openai:gpt-5.2', status: 'failed' as const, durationMs: 3 }];
  const failed = new AllModelsFailed('No model answered.', { attempts, retryable: false });
  const ask = observedCalls(
    () => Promise.reject(failed),
    (entry) => entries.push(entry),
  );
  await expect(ask(call, never)).rejects.toBe(failed);
  expect(entries).toMatchObject([
    {
      outcome: 'failed',
      attempts,
      error: { name: 'AllModelsFailed', message: 'No model answered.' },
    },
  ]);
});

test('Calls, tokens, time, cost and failovers are counted', async () => {
  labelConfigured(call.chain);
  const metricsText = await measured();
  const asked = request({ model: 'gpt-5.2' });
  await observedProvider(provider(answer), {}).chat(asked, never);
  await observedProvider(provider(failure), {})
    .chat(asked, never)
    .catch(() => {});
  const ask = observedCalls(
    async (_call, { onFailover }) => {
      const error = { code: '503', message: 'busy' };
      onFailover?.({ type: 'failover', from: 'openai:gpt-5.2', to: 'anthropic:claude', error });
      return modelAnswer;
    },
    () => {},
  );
  await ask(call, never);
  const text = await metricsText();
  const attributes =
    'gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="gpt-5.2"';
  for (const line of [
    'baton_model_calls_total{model="openai:gpt-5.2",outcome="answered"} 1',
    'baton_model_calls_total{model="openai:gpt-5.2",outcome="rate_limited"} 1',
    'baton_model_cost_usd_total{model="anthropic:claude"} 0.25',
    'baton_model_failovers_total{from="openai:gpt-5.2",to="anthropic:claude"} 1',
    `gen_ai_client_token_usage_sum{${attributes},gen_ai_token_type="input"} 100`,
    `gen_ai_client_token_usage_bucket{${attributes},gen_ai_token_type="output",le="16"} 0`,
    `gen_ai_client_token_usage_bucket{${attributes},gen_ai_token_type="output",le="64"} 1`,
    `gen_ai_client_operation_duration_count{${attributes}} 1`,
    `gen_ai_client_operation_duration_count{${attributes},error_type="rate_limited"} 1`,
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toContain('le="81.92"');
});

test('Vectors are logged and counted as calls are', async () => {
  const entries: ModelLogEntry[] = [];
  const metricsText = await measured();
  const asked = { model: 'text-embedding-3-small', texts: ['a'] };
  await observedProvider(embedder, {}).embed!(asked, never);
  const ask = observedEmbeddings(
    async () => ({
      vectors: [[1, 0]],
      inputTokens: 8,
      model: 'openai:text-embedding-3-small',
      costUsd: '0.5',
    }),
    (entry) => entries.push(entry),
  );
  await ask({ caller: call.caller, model: 'openai:text-embedding-3-small', request: asked }, never);
  expect(entries).toMatchObject([
    {
      event: 'embeddings call',
      outcome: 'answered',
      callId: 'run-1/research#turn-1',
      model: 'openai:text-embedding-3-small',
      inputTokens: 8,
      costUsd: '0.5',
    },
  ]);
  const text = await metricsText();
  const attributes =
    'gen_ai_operation_name="embeddings",gen_ai_provider_name="openai",gen_ai_request_model="text-embedding-3-small"';
  for (const line of [
    'baton_model_calls_total{model="openai:text-embedding-3-small",outcome="answered"} 1',
    'baton_model_cost_usd_total{model="openai:text-embedding-3-small"} 0.5',
    `gen_ai_client_token_usage_sum{${attributes},gen_ai_token_type="input"} 8`,
    `gen_ai_client_operation_duration_count{${attributes}} 1`,
  ]) {
    expect(text).toContain(line);
  }
  expect(text).not.toContain('gen_ai_token_type="output"');
});

test('A model is named in metrics once it is known to exist: callers may write any name', async () => {
  const metricsText = await measured();
  const bogus = ['bogus-1', 'bogus-2'].map((model) => request({ model }));
  for (const asked of bogus) {
    await observedProvider(provider(failure), {})
      .chat(asked, never)
      .catch(() => {});
  }
  labelConfigured(['openai:in-a-chain']);
  await observedProvider(provider(failure), {})
    .chat(request({ model: 'in-a-chain' }), never)
    .catch(() => {});
  const ask = observedCalls(
    async (_call, { onFailover }) => {
      const error = { code: '404', message: 'no such model' };
      onFailover?.({ type: 'failover', from: 'openai:bogus-1', to: 'openai:bogus-2', error });
      return { ...modelAnswer, model: 'openai:in-a-chain' };
    },
    () => {},
  );
  await ask(call, never);
  const text = await metricsText();
  expect(text).not.toContain('bogus');
  for (const line of [
    'baton_model_calls_total{model="openai:other",outcome="rate_limited"} 2',
    'baton_model_calls_total{model="openai:in-a-chain",outcome="rate_limited"} 1',
    'baton_model_failovers_total{from="openai:other",to="openai:other"} 1',
  ]) {
    expect(text).toContain(line);
  }
});

test('A call of unknown price adds nothing to the cost', async () => {
  const metricsText = await measured();
  await observedCalls(
    async () => ({ ...modelAnswer, costUsd: null }),
    () => {},
  )(call, never);
  expect(await metricsText()).not.toContain('baton_model_cost_usd_total');
});
