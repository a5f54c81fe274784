import { Context } from '@temporalio/activity';
import type { FinishRunInput, RecordActivities } from '../../contracts/activities/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { storableText } from '../../contracts/base/text.ts';
import { hideSecrets } from '../../telemetry/hide-secrets.ts';
import { leftForLoops } from '../../db/repositories/runs/loop-money.ts';
import type { ModelCallRepository } from '../../db/repositories/models/model-calls.ts';
import { planChild } from '../../db/repositories/runs/child-plans.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import { readEffects } from '../../db/repositories/runs/effects.ts';
import type { ResolveEffects } from '../../db/repositories/runs/effects.ts';
import type { StepRepository, StepRow } from '../../db/repositories/runs/steps.ts';
import { whileShowing } from '../../db/sealing.ts';
import type { RunRepository, RunRow } from '../../db/repositories/runs/runs.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { payLostCall } from '../models/turn/lost-calls.ts';
import type { PayLost } from '../models/turn/lost-calls.ts';
import type { Artifacts } from '../base/artifacts.ts';
import type { HealthAlertRepository } from '../../db/repositories/health/health-alerts.ts';
import type { BudgetRepository } from '../../db/repositories/models/budgets.ts';

/** Says what a run ends with at once, where that is known before anything is paid for it. */
export type BeforeRun = (run: Pick<RunRow, 'compiled' | 'input'>) => Promise<Json | undefined>;

type Needs = {
  approvals: Pick<ApprovalRepository, 'list'>;
  runs: RunRepository;
  modelCalls: Pick<ModelCallRepository, 'ofRounds'>;
  /** What is asked before a run begins; the first answer counts. */
  beforeRun?: readonly BeforeRun[];
  steps: StepRepository;
  artifacts: Artifacts;
  budgets: BudgetRepository;
  healthAlerts: Pick<HealthAlertRepository, 'lookAt'>;
  payLost: PayLost;
  tools: Pick<ToolExecutor, 'list'>;
  resolveEffects: readonly ResolveEffects[];
};

/** Start and end of a run, and outputs that are too large for the history. */
export function createRunRecords(
  dependencies: Needs,
): Pick<
  RecordActivities,
  'startRun' | 'finishRun' | 'finishChild' | 'planChildRetry' | 'cancelWorkflow' | 'storeArtifact'
> {
  const { runs, steps, artifacts, budgets, healthAlerts, tools, beforeRun = [] } = dependencies;

  /** What the run has done outside, as far as it is known at its end. */
  async function effectsOf(runId: string) {
    const names = tools.list().flatMap(({ name, sideEffect }) => (sideEffect ? [name] : []));
    const run = { id: runId, status: 'failed' as const, endedAt: null };
    return readEffects(dependencies, run, names);
  }

  /** What had been done when a run stopped: its steps, beside what its nodes gave. */
  async function withDone({ runId, partial }: FinishRunInput): Promise<JsonObject> {
    const done: string[] = [];
    let page = await steps.list(runId);
    while (page.length > 0) {
      done.push(...page.flatMap(doneText));
      page = await steps.list(runId, page.at(-1)?.sequence);
    }
    return { ...partial, done };
  }

  return {
    async startRun({ runId, at }) {
      await runs.start(runId, at === undefined ? undefined : new Date(at));
      const run = beforeRun.length > 0 ? await runs.get(runId) : undefined;
      if (!run) return undefined;
      for (const ask of beforeRun) {
        const ends = await ask(run);
        if (ends !== undefined) return { ends };
      }
      return undefined;
    },

    async finishRun(input) {
      const { runId, stack, ...end } = input;
      const partial =
        end.status === 'completed' ? undefined : await whileShowing(() => withDone(input));
      const safe = stack ? { stack: safeStack(stack) } : {};
      await runs.finish(runId, { ...end, partial, ...safe }, await effectsOf(runId));
      for (const step of await steps.endOpen(runId)) await payLostCall(step, dependencies);
      await budgets.releaseRun(runId);
      await healthAlerts.lookAt({ endedRun: runId });
    },

    finishChild: (child) => runs.finishChild(child),

    async planChildRetry(child) {
      const { plan, document } = await planChild(dependencies, child);
      const { path } = child;
      const leftUsd =
        document && (await leftForLoops(dependencies, { path, pipeline: document, retry: plan }));
      return leftUsd ? { ...plan, leftUsd } : plan;
    },

    async cancelWorkflow({ workflowId }) {
      await Context.current().client.workflow.getHandle(workflowId).cancel();
    },

    storeArtifact: ({ value, ...step }) => artifacts.store(step, value),
  };
}

/** Without what looks like a key: the first line is the message of an error. */
function safeStack(stack: string): string {
  return storableText(hideSecrets(stack, []));
}

function doneText({ nodePath, label, status, output }: StepRow): string[] {
  const waiting = isJsonObject(output) ? output['waiting'] : undefined;
  if (status === 'completed') return [`${nodePath} · ${label}`];
  return waiting === undefined ? [] : [`${nodePath} · ${label} · begun: ${String(waiting)}`];
}
