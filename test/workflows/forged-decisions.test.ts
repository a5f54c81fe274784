import { afterEach, expect, it, onTestFinished } from 'vitest';
import { resolveApproval, stateQuery } from '../../workflows/messages.ts';
import { temporalOfItsOwn } from '../support/temporal-of-its-own.ts';
import { startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';
import { endWorkers } from './support/shared-workers.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const token = 'open sesame';
const pipeline: PipelineParts = {
  nodes: [
    { id: 'confirm', kind: 'approval', show: { buy: 1 } },
    { id: 'order', kind: 'tool', tool: 'echo' },
  ],
  edges: [{ from: 'confirm', to: 'order' }],
};

it('a page of another site decides nothing by a simple request to the HTTP API of Temporal', async () => {
  // As a server that Baton has not started: its own answers to no page.
  const server = await temporalOfItsOwn({ 'frontend.httpAllowedHosts': ['*'] });
  onTestFinished(() => endWorkers(server.address));
  harness = await startHarness({ token }, undefined, { address: server.address });
  const run = await harness.start(pipeline);
  await expect.poll(() => harness.recorded.approvals.length, { timeout: 20_000 }).toBe(1);
  const approvalId = `${run.workflowId}.confirm`;
  const approve = { approvalId, decision: 'approve', by: 'operator' } as const;
  const { namespace } = harness.client.options;
  const post = async (decision: object) => {
    const path = `/api/v1/namespaces/${namespace}/workflows/${run.workflowId}/signal/resolveApproval`;
    // What a browser sends for any page without asking the server first.
    const { status } = await fetch(`${server.httpAddress}${path}`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
      body: JSON.stringify({ input: [decision] }),
    });
    return status;
  };
  expect(await post(approve)).toBe(200);
  expect(await post({ ...approve, token: 'open barley' })).toBe(200);
  await expect.poll(() => harness.recorded.refusals.length, { timeout: 20_000 }).toBe(2);
  expect((await run.query(stateQuery)).status).toBe('waiting');
  expect(harness.recorded.closed).toEqual([]);
  expect(harness.recorded.tools).toEqual([]);
  await run.signal(resolveApproval, { ...approve, token });
  await run.result();
  expect(harness.recorded.tools).toHaveLength(1);
}, 60_000);
