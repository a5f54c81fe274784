import { noUsage } from '../../../contracts/models/messages.ts';
import type { NewModelCall } from '../../../db/repositories/models/model-calls.ts';
import type { TestApp } from './app.ts';

let calls = 0;

/** Books a call as a worker does: a run's, of user ada, at noon, without tokens unless said. */
export async function bookCall(
  { services }: TestApp,
  call: Partial<NewModelCall>,
  accounts: string[] = [],
): Promise<void> {
  calls += 1;
  await services.budgets.settle(
    {
      id: `call-${calls}`,
      at: new Date('2026-11-21T12:00:00Z'),
      source: 'run',
      user: 'ada',
      model: 'openai:gpt-5.2',
      ...noUsage,
      durationMs: 1,
      ...call,
    },
    accounts,
  );
}
