import { entriesOf, everyApprover } from '../../../contracts/access/approvers.ts';
import type { Role } from '../../../contracts/access/roles.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { usualUser } from '../../../contracts/base/usual-user.ts';
import type { UserRepository } from '../../../db/repositories/catalog/users.ts';
import type { RunRepository } from '../../../db/repositories/runs/runs.ts';
import type { EventRepository } from '../../../db/repositories/triggers/events.ts';
import type { FiringRepository } from '../../../db/repositories/triggers/firings.ts';
import { ToolError } from '../../tool-kit/tool.ts';

/** Tells of an event on behalf of a run. @returns the triggers that it fired, and the nodes that waited for it: `<run>/<node path>`. */
export type EmitEvent = (event: {
  name: string;
  data: JsonObject;
  /** The same on every try of one call. */
  id: string;
  runId: string;
  user: string;
}) => Promise<{ started: string[]; received: string[] }>;

/** Pipelines that start each other without an end are stopped after so many. */
const mostInARow = 8;

export function createEmitEvent({
  events,
  firings,
  runs,
  users,
}: {
  events: EventRepository;
  firings: Pick<FiringRepository, 'get'>;
  runs: Pick<RunRepository, 'get'>;
  users: Pick<UserRepository, 'get'>;
}): EmitEvent {
  return async ({ name, data, id, runId, user }) => {
    const depth = (await depthOf(runId)) + 1;
    if (depth > mostInARow) {
      throw new ToolError(
        `${name} was not published: it comes last in a chain of ${mostInARow} events, so pipelines seem to start each other. Change a trigger or its ` +
          'filter.',
        { retryable: false },
      );
    }
    const by = user === usualUser ? everyApprover : user;
    const { roles = [], groups = [] } = (await users.get(user)) ?? {};
    const held: readonly Role[] = user === usualUser ? ['admin'] : roles;
    const sender = entriesOf({ name: by, user, roles: held, groups });
    const told = await events.emit({ name, data, id, by, sender, depth });
    const { firings: fired, waits } = told;
    const started = fired.filter(({ status }) => status !== 'failed').map(({ trigger }) => trigger);
    return { started, received: waits };
  };

  /** How many events a run follows from. */
  async function depthOf(runId: string): Promise<number> {
    const cause = (await runs.get(runId))?.cause;
    const firing = cause ? await firings.get(cause.firing) : undefined;
    const depth = firing?.event['depth'];
    return firing?.kind === 'event' && typeof depth === 'number' ? depth : 0;
  }
}
