import { SpanStatusCode } from '@opentelemetry/api';
import { expect, onTestFinished, test } from 'vitest';
import { ToolRefused } from '../../../activities/tool-kit/executor.ts';
import { observedRun } from '../../../activities/tools/observed-run.ts';
import type { ToolAnswer } from '../../../contracts/tools/tools.ts';
import { startTelemetry } from '../../../telemetry/start-telemetry.ts';
import { collectSpans } from '../../support/spans.ts';

const request = {
  tool: 'get_price',
  args: { symbol: 'SPX' },
  key: 'run-1/research#turn-1.call-0',
  runId: 'run-1',
  user: 'local',
  signal: new AbortController().signal,
};
const found = (version: number) => ({ name: 'get_price', version });
const answer: ToolAnswer = {
  status: 'completed',
  output: { price: 1 },
  metadata: { executionMs: 1, cached: false },
};
const refusal = (code: 'PLAN_REQUIRED' | 'TOOL_NOT_FOUND') => async (): Promise<ToolAnswer> => {
  throw new ToolRefused(code, 'a text that may hold anything');
};

test('A tool call is a span by the semantic conventions, without its arguments', async () => {
  const spans = collectSpans();
  expect(await observedRun(request, found(1), async () => answer)).toBe(answer);
  expect(spans).toMatchObject([
    {
      name: 'execute_tool get_price',
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_price',
        'gen_ai.tool.type': 'function',
        'baton.run.id': 'run-1',
        'baton.step.key': 'run-1/research#turn-1.call-0',
      },
    },
  ]);
  expect(JSON.stringify(spans)).not.toContain('SPX');
});

test('A refused call says why with its code', async () => {
  const spans = collectSpans();
  await expect(observedRun(request, found(1), refusal('PLAN_REQUIRED'))).rejects.toThrow(
    ToolRefused,
  );
  expect(spans).toMatchObject([
    {
      status: { code: SpanStatusCode.ERROR, message: 'PLAN_REQUIRED' },
      attributes: { 'error.type': 'PLAN_REQUIRED' },
    },
  ]);
});

test('Tool calls are counted by name, outcome, version and cache; names that are no tools are not told apart', async () => {
  const settings = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: false };
  const telemetry = await startTelemetry(settings, 'baton');
  onTestFinished(() => telemetry.stop());
  await observedRun(request, found(1), async () => answer);
  const kept = { ...answer, metadata: { executionMs: 0, cached: true } };
  await observedRun(request, found(2), async () => kept);
  await observedRun(request, found(1), refusal('PLAN_REQUIRED')).catch(() => {});
  await observedRun(request, undefined, refusal('TOOL_NOT_FOUND')).catch(() => {});
  const text = await telemetry.metricsText();
  for (const attributes of [
    'tool="get_price",outcome="completed",version="1",cached="false"',
    'tool="get_price",outcome="completed",version="2",cached="true"',
    'tool="get_price",outcome="PLAN_REQUIRED",version="1",cached="false"',
    'tool="unknown",outcome="TOOL_NOT_FOUND",cached="false"',
  ]) {
    expect(text).toContain(`baton_tool_duration_count{${attributes}} 1`);
  }
  expect(text).not.toContain('made_up');
});
