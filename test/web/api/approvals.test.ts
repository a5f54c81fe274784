import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { decideApproval } from '../../../web/src/api/approvals.ts';
import { queryClient } from '../../../web/src/api/query-client.ts';

afterEach(() => queryClient.clear());

it('says at once that a decision was not sent, though what is shown cannot be read again either', async () => {
  const observer = new QueryObserver(queryClient, {
    queryKey: ['approvals'],
    queryFn: () => new Promise<never>(() => undefined),
  });
  const leave = observer.subscribe(() => undefined);
  // Without a document an address without a host leads nowhere.
  await expect(
    decideApproval({ id: 'a.confirm', runId: 'a' }, { decision: 'approve', hash: 'abc' }),
  ).rejects.toMatchObject({
    status: 0,
    message: 'Not sent: Baton is not reachable. Retry when it is back.',
  });
  leave();
});
