import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvals } from '../../../db/schema/index.ts';
import { signedDecision } from '../../../db/views/signed-decision.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

it('baton audit verify counts what is signed, and names what was changed', async () => {
  const { services } = server;
  const { body } = await server.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  const id = `${body.id}.confirm`;
  await services.approvals.request({
    id,
    runId: body.id,
    nodePath: 'confirm',
    workflowId: body.id,
    title: 'Confirm',
    show: {},
    hash: 'abc',
    token: 'sesame',
    approvers: ['operator'],
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  const row = (await services.approvals.get(id))!;
  const proof = { via: 'api', decidedAt: new Date() } as const;
  const signed = signedDecision({ ...row, status: 'rejected', decidedBy: 'operator', ...proof });
  const signature = services.signatures.records.sign(signed);
  const end = { status: 'rejected', by: 'operator', proof: { ...proof, signature } } as const;
  await services.approvals.close(id, end);

  const fine = await server.baton('audit', 'verify').ended;
  expect(fine).toMatchObject({
    code: 0,
    output: '1 valid, 0 invalid, 0 unsigned (by older versions)',
  });
  const { db } = server.database;
  await db.update(approvals).set({ status: 'approved' }).where(eq(approvals.id, id));
  const changed = await server.baton('audit', 'verify').ended;
  expect(changed.code).toBe(1);
  expect(changed.output).toContain(
    `${id}  approved by operator: the record was changed after it was signed`,
  );
  expect(changed.output).toContain('0 valid, 1 invalid');
});
