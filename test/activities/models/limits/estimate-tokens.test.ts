import { randomBytes } from 'node:crypto';
import { estimateTokenCount } from 'tokenx';
import { describe, expect, test, vi } from 'vitest';
import { estimateInputTokens } from '../../../../contracts/models/estimate-tokens.ts';
import { createExpectedUsage } from '../../../../activities/models/limits/expected-usage.ts';
import { defaultLimits } from '../../../../activities/models/limits/model-limits.ts';
import { textTokens } from '../../../../contracts/models/text-tokens.ts';
import { conversation, getPrice, request } from '../requests.ts';

vi.mock('tokenx', { spy: true });

describe('the tokens of a request', () => {
  test('are about a word each, a few more than fewer', () => {
    const text = 'The market opened higher and closed lower on heavy volume. '.repeat(50);
    const tokens = estimateInputTokens(request({ messages: [{ role: 'user', text }] }));
    expect(tokens).toBeGreaterThan(550);
    expect(tokens).toBeLessThan(750);
  });

  test('count tools, calls, the form of the answer and pictures, but not the bytes of a picture', () => {
    const plain = estimateInputTokens(request());
    expect(estimateInputTokens(request({ tools: [getPrice] }))).toBeGreaterThan(plain + 20);
    expect(estimateInputTokens(request({ messages: conversation }))).toBeGreaterThan(plain + 20);
    const schema = { type: 'object', properties: { decision: { type: 'string' } } };
    const responseFormat = { name: 'decision', schema };
    expect(estimateInputTokens(request({ responseFormat }))).toBeGreaterThan(plain + 10);
    const images = [{ mediaType: 'image/png', data: 'A'.repeat(1_000_000) }];
    const seen = estimateInputTokens(
      request({ messages: [{ role: 'user', text: 'What is this?', images }] }),
    );
    expect(seen).toBeGreaterThan(1_600);
    expect(seen).toBeLessThan(2_000);
  });
});

describe('the tokens of a text', () => {
  test('of millions of characters are judged by pieces from all over it', () => {
    const prose = 'The market opened higher and closed lower on heavy volume. '.repeat(1_000);
    const dense = randomBytes(44_250).toString('base64');
    const one = textTokens(prose) + textTokens(dense);
    vi.mocked(estimateTokenCount).mockClear();
    const many = textTokens(`${prose}${dense}`.repeat(100));
    const looked = vi.mocked(estimateTokenCount).mock.calls.map(([text]) => text ?? '');
    expect(looked.join('').length).toBeLessThanOrEqual(60_000);
    expect(many / (100 * one)).toBeGreaterThan(0.8);
    expect(many / (100 * one)).toBeLessThan(1.25);
  });

  test('are counted once for the same messages', () => {
    const asked = request();
    const first = estimateInputTokens(asked);
    vi.mocked(estimateTokenCount).mockClear();
    expect(estimateInputTokens({ ...asked, maximumOutputTokens: 10 } as typeof asked)).toBe(first);
    expect(estimateTokenCount).not.toHaveBeenCalled();
  });

  test.each([
    ['base64', randomBytes(6_000).toString('base64'), 3_000],
    ['hex', randomBytes(3_000).toString('hex'), 2_400],
    ['Burmese', 'မြန်မာနိုင်ငံ '.repeat(321), 4_000],
  ])('are not taken for few where it is dense: %s', (_, text, least) => {
    expect(textTokens(text)).toBeGreaterThanOrEqual(least);
    expect(textTokens(`Read this: ${text}`)).toBeGreaterThanOrEqual(least);
  });
});

describe('what a call is expected to use', () => {
  test('is no more than the model takes in a minute, whatever is asked for', () => {
    const usage = createExpectedUsage(defaultLimits);
    const { outputTokens } = usage.expect({ inputTokens: 100, maximumOutputTokens: 1e9 });
    expect(outputTokens).toBe(defaultLimits.tokensPerMinute);
  });

  test('is the most that it may write, where that is known', () => {
    const usage = createExpectedUsage(defaultLimits);
    expect(usage.expect({ inputTokens: 100, maximumOutputTokens: 4_000 })).toEqual({
      inputTokens: 100,
      outputTokens: 4_000,
    });
  });

  test('else follows the answers of the model, and how it counts', () => {
    const usage = createExpectedUsage(defaultLimits);
    expect(usage.expect({ inputTokens: 100 }).outputTokens).toBe(1_000);
    for (let count = 0; count < 50; count += 1) {
      usage.learn({ inputTokens: 100 }, { inputTokens: 130, outputTokens: 200 });
    }
    expect(usage.expect({ inputTokens: 100 }).inputTokens).toBeCloseTo(130, -1);
    expect(usage.expect({ inputTokens: 100 }).outputTokens).toBeLessThan(250);
    expect(usage.expect({ inputTokens: 100 }).outputTokens).toBeGreaterThanOrEqual(200);
  });

  test('learns nothing from a provider that does not say', () => {
    const usage = createExpectedUsage(defaultLimits);
    usage.learn({ inputTokens: 100 }, { inputTokens: 0, outputTokens: 0 });
    expect(usage.expect({ inputTokens: 100 })).toEqual({ inputTokens: 100, outputTokens: 1_000 });
  });
});
