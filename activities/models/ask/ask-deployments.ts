import { byConversation } from '../deployments/choose.ts';
import type { Choose } from '../deployments/choose.ts';
import type { CallDelayed } from '../router.ts';
import { askModel, deploymentOf } from './ask-model.ts';
import type { AskOptions, Asked, AskSettings, Target, Work } from './ask-model.ts';
import type { ModelGuard, Skip } from './model-guard.ts';
import { reactions } from './reactions.ts';
import type { Served } from './resolve-model.ts';

export type GuardOf = (name: string, deployment?: Target['deployment']) => ModelGuard;

/** What to send to a deployment, and how it ended there. */
export type AskedDeployment<Result> = Asked<Result> & { target: Target; work: Work<Result> };

export type DeploymentSettings = AskSettings & { guardOf: GuardOf; choose: Choose };

type DeploymentOptions = {
  conversation?: string;
  /** Whether the provider keeps the conversation: it is known only where it was begun. */
  isBound?: boolean;
};

/**
 * Asks a model at one of its deployments: as the strategy chooses, and the next one where that fails in a way that another
 * need not, is at its limits, or has its breaker open. Only where all are at their limits does the call wait, for the one
 * that is free the soonest. A model without deployments is asked as `askModel` does.
 * @param workOf what to send; a deployment that cannot do it is not in `served`.
 * @throws the signal's reason when it aborts.
 */
export async function askDeployments<Result>(
  served: Served,
  workOf: (target: Target) => Work<Result>,
  options: AskOptions & DeploymentSettings & DeploymentOptions,
): Promise<AskedDeployment<Result>> {
  const { guardOf, onAttempt } = options;
  const targets = inOrder(served, options);
  let wasSent = false;
  let failed: AskedDeployment<Result> | undefined;
  let skipped: AskedDeployment<Result> | undefined;
  const full: { target: Target; delayed: CallDelayed }[] = [];
  const passed: { target: Target; error: Skip['error'] }[] = [];
  if (targets.length === 1) return ask(targets[0]!, {});

  for (const [index, target] of targets.entries()) {
    const rest = targets.slice(index + 1);
    const isAlone = !wasSent && rest.every((one) => guardOf(one.name, one.deployment).skip());
    const isOnlyHope = isAlone && full.length === 0;
    const asked = await ask(target, {
      mayRepeat: isAlone,
      ...(!isOnlyHope && { maximumWaitMs: 0 }),
    });
    if ('answer' in asked) return asked;
    if ('delayed' in asked) {
      full.push({ target, delayed: asked.delayed });
      passed.push({ target, error: { code: 'BUSY', message: asked.delayed.message } });
    } else if ('skipped' in asked) {
      skipped = sooner(skipped, asked);
      passed.push({ target, error: asked.skipped.error });
    } else {
      failed = asked;
      if (asked.isFinal || !isWorthAnotherDeployment(asked.failed.kind)) break;
    }
  }
  const [soonest] = full.toSorted(
    (one, other) => one.delayed.retryAfterMs - other.delayed.retryAfterMs,
  );
  const shown = failed ? undefined : (soonest?.target ?? skipped?.target);
  tellPassed((target) => target !== shown);
  if (failed) return failed;
  return soonest ? ask(soonest.target, {}) : skipped!;

  async function ask(
    target: Target,
    how: { mayRepeat?: boolean; maximumWaitMs?: number },
  ): Promise<AskedDeployment<Result>> {
    const work = workOf(target);
    const asked = await askModel(target, guardOf(target.name, target.deployment), work, {
      ...options,
      ...how,
      async onAsk({ isFirst }) {
        tellPassed(() => true);
        const isFirstOfAll = isFirst && !wasSent;
        wasSent = true;
        await options.onAsk?.({ isFirst: isFirstOfAll });
      },
    });
    return { ...asked, target, work };
  }

  /** Records who was passed over, before who was asked in its place; the last of all is told of by its own error. */
  function tellPassed(isTold: (target: Target) => boolean): void {
    for (const { target, error } of passed.splice(0)) {
      if (!isTold(target)) continue;
      const attempt = { model: target.name, ...deploymentOf(target), durationMs: 0 };
      onAttempt({ ...attempt, status: 'skipped', error });
    }
  }
}

function inOrder(
  { deployments, ...target }: Served,
  { guardOf, choose, conversation, isBound }: DeploymentSettings & DeploymentOptions,
): Target[] {
  if (!deployments) return [target];
  const candidates = deployments.map((one) => ({
    target: one,
    name: one.deployment?.name ?? '',
    weight: one.deployment?.weight ?? 1,
    load: () => guardOf(one.name, one.deployment).limiter.load(),
  }));
  const ordered =
    isBound && conversation !== undefined
      ? byConversation(candidates, conversation)
      : choose(target.name, candidates, conversation);
  return ordered.map((one) => one.target);
}

/** Whether it is the fault of this key or this server. */
function isWorthAnotherDeployment(kind: keyof typeof reactions): boolean {
  return kind === 'unauthorized' || reactions[kind].sameProvider !== 'no';
}

/** Of two that are left out, the one that can be asked again first. */
function sooner<Result>(
  one: AskedDeployment<Result> | undefined,
  other: AskedDeployment<Result> & { skipped: Skip },
): AskedDeployment<Result> {
  if (!one || !('skipped' in one)) return other;
  const wait = (skip: Skip) => skip.retryAfterMs ?? Infinity;
  return wait(one.skipped) <= wait(other.skipped) ? one : other;
}
