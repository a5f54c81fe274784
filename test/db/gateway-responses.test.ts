import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayResponse } from '../../contracts/api/gateway/index.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { gatewayResponseRepository } from '../../db/repositories/models/gateway-responses.ts';
import type { GatewayResponseRepository } from '../../db/repositories/models/gateway-responses.ts';
import { everyDatabase } from '../support/databases.ts';

describe.each(everyDatabase)('stored responses on $name', ({ open }) => {
  let database: OpenDatabase;
  let responses: GatewayResponseRepository;
  beforeAll(async () => {
    database = await open();
    responses = gatewayResponseRepository(database.db);
    await responses.add(response('resp_1', null));
    await responses.add(response('resp_2', 'resp_1'));
    await responses.add(response('resp_3', 'resp_2'));
  });
  afterAll(() => database.close());

  const response = (id: string, previousId: string | null) => ({
    id,
    user: 'ann',
    previousId,
    input: [{ type: 'message' as const, role: 'user' as const, content: `a secret of ${id}` }],
    response: { id, output: [] } as unknown as GatewayResponse,
  });
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

  it('are a conversation from its beginning, for their own user alone', async () => {
    expect(idsOf(await responses.conversation('ann', 'resp_3'))).toEqual([
      'resp_1',
      'resp_2',
      'resp_3',
    ]);
    expect(await responses.conversation('bob', 'resp_3')).toEqual([]);
    expect(await responses.get('bob', 'resp_1')).toBeUndefined();
    expect(await responses.remove('bob', 'resp_1')).toBe(false);
  });

  it('are not to be read in the database', async () => {
    const found = await database.db.execute(sql`select input::text as text from gateway_responses`);
    const { rows } = found as unknown as { rows: { text: string }[] };
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('a secret');
  });

  it('go on no more when one before them is gone, and are forgotten by age', async () => {
    expect(await responses.remove('ann', 'resp_1')).toBe(true);
    expect(await responses.conversation('ann', 'resp_3')).toEqual([]);
    expect(await responses.prune(new Date(Date.now() - 60_000))).toBe(0);
    expect(await responses.prune(new Date(Date.now() + 60_000))).toBe(2);
  });
});
