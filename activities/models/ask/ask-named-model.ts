import type { ModelAttempt } from '../../../db/schema/index.ts';
import { labelAnswered } from './observation/model-label.ts';
import { allModelsFailed, failureOf, failureOfSkip } from './all-models-failed.ts';
import type { Failure } from './all-models-failed.ts';
import { askModel } from './ask-model.ts';
import type { AskSettings, Target, Work } from './ask-model.ts';
import type { ModelGuard } from './model-guard.ts';
import type { Resolved } from './resolve-model.ts';
import type { RouteOptions } from '../router.ts';
import type { ModelName } from '../model-name.ts';

export type NamedModelSettings = AskSettings & {
  resolve: (name: string) => Resolved;
  guardOf: (name: string) => ModelGuard;
};

/** Why a provider cannot do what it is asked for. */
export type Unable = { code: string; message: string };

/**
 * Asks the one model that a request names, within its limits and behind its breaker; no other stands in for it.
 * @param workOf what is sent to the model, or why its provider cannot do that.
 * @throws {AllModelsFailed} when it did not answer: it says what was tried.
 * @throws {CallDelayed} when it has a long queue: call again later.
 */
export async function askNamedModel<Answer>(
  model: string,
  workOf: (target: Target) => Work<Answer> | Unable,
  options: NamedModelSettings & Pick<RouteOptions, 'signal' | 'priority' | 'user'>,
): Promise<Answer & { model: ModelName }> {
  const { resolve, guardOf, priority = 'normal' } = options;
  const attempts: ModelAttempt[] = [];
  const onAttempt = (attempt: ModelAttempt) => void attempts.push(attempt);
  const failed = (...failures: Failure[]) =>
    allModelsFailed(attempts, failures, { wentToItsEnd: true });
  const skipped = (name: string, error: Unable, ...failures: Failure[]) => {
    onAttempt({ model: name, status: 'skipped', error, durationMs: 0 });
    return failed(...failures);
  };

  const target = resolve(model);
  if ('missing' in target) {
    throw skipped(model, { code: 'NOT_CONFIGURED', message: target.missing });
  }
  const work = workOf(target);
  if ('code' in work) throw skipped(model, work);
  const { name } = target;
  const asked = await askModel(target, guardOf(name), work, { ...options, priority, onAttempt });
  if ('delayed' in asked) throw asked.delayed;
  if ('failed' in asked) throw failed(failureOf(asked.failed));
  if ('skipped' in asked) throw skipped(name, asked.skipped.error, failureOfSkip(asked.skipped));
  labelAnswered(name);
  return { ...asked.answer, model: name };
}
