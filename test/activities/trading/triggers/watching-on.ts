import { watchTriggers } from '../../../../activities/trading/triggers/watch-triggers.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import type { Database } from '../../../../db/open.ts';
import { firingRepository } from '../../../../db/repositories/triggers/firings.ts';
import { storeTriggers } from '../../../../db/repositories/triggers/store-triggers.ts';
import { triggerRepository } from '../../../../db/repositories/triggers/triggers.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { marketTriggerRepository } from '../../../../db/trading/market-triggers.ts';
import { scriptedMarket } from '../exchange/scripted-market.ts';
import type { Script } from '../exchange/scripted-market.ts';

let count = 0;

/** A stored pipeline with a trigger of the market, on a market of its own. */
export async function watchingOn(
  db: Database,
  { trigger, script }: { trigger: JsonObject; script: readonly Script[] },
) {
  count += 1;
  const name = `watch-${count}`;
  const id = `${name}.it`;
  const triggers = triggerRepository(db);
  const firings = firingRepository(db);
  const alerts = alertRepository(db);
  const { market, ...scripted } = scriptedMarket(script);
  const store = (change: JsonObject = {}) => {
    const stored = { id: 'it', kind: 'market', symbol: 'ABC', ...trigger, ...change };
    const nodes = [{ id: 'note', kind: 'transform', value: 1 }];
    const document = pipelineSchema.parse({ name, triggers: [stored], nodes });
    return storeTriggers(db, document, { user: 'ann', name: 'ann' });
  };
  await store();
  const lookWith = (change: Partial<Parameters<typeof watchTriggers>[0]>) =>
    watchTriggers({ triggers: marketTriggerRepository(db), firings, alerts, market, ...change });
  const fired = async () =>
    (await firings.list(id, { limit: 100 }))
      .map(({ event }) => event['data'] as JsonObject)
      .toReversed();
  return {
    ...scripted,
    market,
    id,
    alerts,
    triggers,
    firings,
    store,
    look: () => lookWith({}),
    lookWith,
    fired,
  };
}
