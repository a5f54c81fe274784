import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const names = async (query: string) =>
  (await test.get(`/api/v1/tools?${query}`)).body.items.map(({ name }: { name: string }) => name);

describe('GET /api/v1/tools', () => {
  it('finds tools by category and by plan', async () => {
    const trading = await names('category=trading');
    expect(trading).toContain('create_paper_order');
    expect(trading).not.toContain('get_price');
    const free = await names('plan=free');
    expect(free).toContain('get_price');
    expect(free).not.toContain('create_paper_order');
    expect(await names('plan=free&category=trading')).toEqual([]);
  });

  it('tells the versions of a tool, and finds one by its name and version', async () => {
    const { body } = await test.get('/api/v1/tools/get_price');
    expect(body).toMatchObject({ id: 'get_price@1', versions: [1], available: true });
    expect((await test.get('/api/v1/tools/get_price@1')).body).toEqual(body);
    const missing = await test.get('/api/v1/tools/get_prise');
    expect(missing.status).toBe(404);
    expect(missing.body.detail).toContain('Did you mean get_price?');
  });

  it('gives the tools as a request to each provider takes them', async () => {
    const definitions = async (format: string) =>
      (await test.get(`/api/v1/tools?category=market&format=${format}`)).body;
    const { body: spec } = await test.get('/api/v1/tools/get_price');
    const { name, description, parameters } = spec;
    expect(await definitions('openai')).toContainEqual({
      type: 'function',
      function: { name, description, parameters },
    });
    expect(await definitions('openai-responses')).toContainEqual({
      type: 'function',
      name,
      description,
      parameters,
      strict: expect.any(Boolean),
    });
    expect(await definitions('anthropic')).toContainEqual({
      name,
      description,
      input_schema: { ...parameters, type: 'object' },
    });
    const [gemini, ...others] = await definitions('gemini');
    expect(others).toEqual([]);
    expect(gemini.functionDeclarations).toContainEqual({
      name,
      description,
      parametersJsonSchema: expect.objectContaining({ type: 'object' }),
    });
    expect((await test.get('/api/v1/tools?format=llama')).status).toBe(422);
  });

  it('gives definitions whose names every provider takes', async () => {
    const { body } = await test.get('/api/v1/tools?format=anthropic');
    for (const { name } of body) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});
