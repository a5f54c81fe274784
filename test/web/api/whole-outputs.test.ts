import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { withWholeOutputs } from '../../../web/src/api/whole-outputs.ts';

const reference = (name: string, bytes = 70_000) => ({
  artifact: `run_1/${name}#tool`,
  bytes,
  preview: name.slice(0, 2),
});

/** A client that knows some stored outputs; for others it would have to ask. */
function clientWith(outputs: Record<string, unknown>): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const [name, output] of Object.entries(outputs)) {
    const { artifact, bytes } = reference(name);
    client.setQueryData(['stored-output', artifact], { artifact, bytes, output });
  }
  return client;
}

const nodeWith = (output: unknown) => ({ id: 'node', output }) as never;

it('puts outputs where references to them stand, also inside of others', async () => {
  const client = clientWith({ page: 'a long page' });
  const { nodes } = await withWholeOutputs(client, {
    nodes: [nodeWith(reference('page')), nodeWith({ all: [reference('page')] }), nodeWith(1)],
    steps: [],
  });
  expect(nodes.map(({ output }) => output)).toEqual(['a long page', { all: ['a long page'] }, 1]);
});

it('leaves what is no longer stored, and what there is no room for', async () => {
  const client = clientWith({ huge: 'never read' });
  const run = {
    nodes: [nodeWith(reference('gone')), nodeWith(reference('huge', 90_000_000))],
    steps: [],
  };
  expect(await withWholeOutputs(client, run)).toEqual(run);
});
