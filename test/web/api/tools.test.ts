import { afterEach, expect, test, vi } from 'vitest';
import { callTool, readByTool } from '../../../web/src/api/tools.ts';

afterEach(() => vi.unstubAllGlobals());

/** The bodies of the requests that are sent from now on. */
function sentBodies(): { args: object; user?: string }[] {
  const bodies: { args: object; user?: string }[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Response.json({ output: {} });
  });
  return bodies;
}

test('what a page reads counts for the app, and not for whom agents act', async () => {
  const bodies = sentBodies();
  await readByTool('get_price', { symbol: 'SPX' });
  await callTool('get_price', { symbol: 'SPX' });
  const asked = { args: { symbol: 'SPX' }, sideEffects: { policy: 'allow' } };
  expect(bodies).toEqual([{ ...asked, user: 'app' }, asked]);
});
