import { renderTemplate, ExpressionError } from '../../contracts/expressions/index.ts';
import { startRunSchema } from '../../contracts/api/index.ts';
import { rolesWith } from '../../contracts/access/roles.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import { givesInput } from '../../contracts/pipelines/triggers/kinds.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { FiringRow } from '../../db/repositories/triggers/firings.ts';
import type { TriggerRow } from '../../db/repositories/triggers/triggers.ts';
import { userPrincipal } from '../access/principal.ts';
import { Problem, problemText } from '../base/problem.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { createRun } from '../runs/create-run.ts';
import { requireRun } from '../runs/require-run.ts';
import { startRun } from '../runs/start-run.ts';
import type { Services } from '../services.ts';

/** After each failure, how long it takes until the next try; after the last one there is none. */
const pausesMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000];
/** Longer than one start takes: a process that dies holds a trigger for no longer. */
const holdMs = 10_000;
/** What is wrong with the input is wrong with it at the next try. */
const lasting: readonly Problem['kind'][] = ['invalid-input', 'invalid-request'];

/**
 * Starts the run of a firing that waits, once, or notes why it does not: it waits for another run, is left out, or failed and is
 * tried again.
 * @returns false where another process is at it.
 */
export async function startFiring(services: Services, firing: FiringRow): Promise<boolean> {
  const { triggers, firings, runs } = services;
  const skip = (reason: string) => firings.end(firing.id, { status: 'skipped', reason });
  // It was stored, and whoever stored it came no further.
  const earlier = await runs.get(firing.runId);
  if (earlier) {
    if (earlier.status === 'pending') await startRun(services, earlier);
    await firings.end(firing.id, { status: 'started' });
    return true;
  }
  const trigger = await triggers.get(firing.trigger);
  if (!trigger) return skip('The trigger is no longer in its pipeline.').then(() => true);
  const late = tooLate(firing, trigger);
  if (late) return skip(late).then(() => true);
  if (trigger.definition.overlap === 'allowAll') {
    await startRunOf(services, firing, trigger);
    return true;
  }
  if (!(await triggers.hold(trigger.id, holdMs))) return false;
  try {
    if (await mayStart(services, firing, trigger)) await startRunOf(services, firing, trigger);
  } finally {
    await triggers.release(trigger.id);
  }
  return true;
}

/** Of a schedule that Temporal took up, and that nobody was there to start, why it is not caught up with. */
function tooLate(
  { kind, createdAt, failures }: FiringRow,
  { definition }: TriggerRow,
): string | undefined {
  if (kind !== 'schedule' || definition.kind !== 'schedule' || failures > 0) return undefined;
  const { catchUp } = definition;
  if (Date.now() - createdAt.getTime() <= durationMs(catchUp)) return undefined;
  return `Baton was down at that time, and for longer than catchUp (${catchUp}).`;
}

/** Whether no other run stands in the way; otherwise it notes what becomes of the firing. */
async function mayStart(
  services: Services,
  firing: FiringRow,
  { definition: { overlap } }: TriggerRow,
): Promise<boolean> {
  const { firings } = services;
  const open = await firings.openRuns(firing.trigger, firing.runId);
  const [other] = open;
  if (overlap === 'skip') {
    if (other === undefined) return true;
    await firings.end(firing.id, { status: 'skipped', reason: `Run ${other} has not ended.` });
    return false;
  }
  const before = await firings.countBefore(firing);
  if (other === undefined && before === 0) return true;
  if (overlap === 'bufferOne' && before > 0) {
    const reason = 'An earlier firing still waits for a run to end.';
    await firings.end(firing.id, { status: 'skipped', reason });
    return false;
  }
  if (overlap === 'cancelOther') for (const id of open) await cancelOther(services, firing, id);
  await firings.wait(
    firing.id,
    `Waits until ${other ? `run ${other}` : 'the previous run'} has ended.`,
  );
  return false;
}

async function cancelOther(services: Services, { trigger }: FiringRow, id: string): Promise<void> {
  try {
    const reason = `${trigger} fired again`;
    await cancelRun(services, await requireRun(services, id), { by: `trigger ${trigger}`, reason });
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Problem && error.kind === 'conflict')) throw error;
  }
}

async function startRunOf(
  services: Services,
  firing: FiringRow,
  trigger: TriggerRow,
): Promise<void> {
  const { firings } = services;
  try {
    const user = await requireUser(services, trigger);
    const { id, runId, kind, at, by } = firing;
    const cause = {
      trigger: trigger.id,
      kind,
      firing: id,
      at: at.toISOString(),
      ...(by !== null && { by }),
    };
    const input = inputOf(firing, trigger);
    const { version } = trigger.definition;
    const request = startRunSchema.parse({
      pipeline: trigger.pipeline,
      input,
      user,
      ...(version !== undefined && { version: String(version) }),
    });
    const startedBy = by ?? trigger.publishedBy ?? user;
    await createRun(services, request, { startedBy, started: { id: runId, cause } });
    await firings.end(id, { status: 'started' });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    const isLasting = !(error instanceof Problem) || lasting.includes(error.kind);
    const pauseMs = isLasting ? undefined : pausesMs[firing.failures];
    const dueAt = pauseMs === undefined ? null : new Date(Date.now() + pauseMs);
    await firings.fail(firing, trigger, { reason, dueAt });
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof Problem) return problemText(error);
  return error instanceof ExpressionError
    ? `The input cannot be built: ${error.message}`
    : undefined;
}

/** The input of the run: what came with the event, or what the trigger makes of that by its expressions. */
export function inputOf(
  { kind, at, event }: Pick<FiringRow, 'kind' | 'at' | 'event'>,
  { definition }: TriggerRow,
): JsonObject {
  const { data } = event;
  if (definition.input === undefined && givesInput(definition) && isJsonObject(data)) return data;
  const context = { event: { ...event, kind, at: at.toISOString() } };
  const input = renderTemplate(definition.input ?? {}, context);
  return isJsonObject(input) ? input : {};
}

/**
 * On whose behalf a trigger starts runs, whose rights are looked up each time.
 * @throws {Problem} `forbidden` where that person may not start runs, or there is none.
 */
async function requireUser(
  { users }: Pick<Services, 'users'>,
  { id, user, publishedBy }: TriggerRow,
): Promise<string> {
  const help = { request: `POST /api/v1/triggers/${id}/resume`, does: 'makes it act for you' };
  if (user === null) {
    throw new Problem('forbidden', `${id} has no user to act for yet.`, undefined, { help });
  }
  const { rights } = userPrincipal(user, await users.get(user));
  if (rights.has('operate')) return user;
  const roles = rolesWith('operate').join(' or ');
  throw new Problem(
    'forbidden',
    `${publishedBy}, who stored the pipeline, can no longer start runs: that needs the role ${roles}. Ask ` +
      'someone with that role to store the pipeline again.',
  );
}
