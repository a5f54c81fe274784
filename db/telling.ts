import type { RunNotice } from '../contracts/runs/events.ts';
import { toldStep } from '../contracts/runs/told-step.ts';
import type { ApprovalRepository } from './repositories/runs/approvals.ts';
import type { PlanRepository } from './repositories/runs/plans.ts';
import type { RunRepository } from './repositories/runs/runs.ts';
import type { StepRepository, StepRow } from './repositories/runs/steps.ts';
import { viewPlan } from './views/view-plan.ts';
import { viewStep } from './views/view-step.ts';

type Tell = (notice: RunNotice) => void;

/** The records of runs; each write is told once it is done. */
export function tellingRuns(runs: RunRepository, tell: Tell): RunRepository {
  /** A write whose first argument is the run's id. */
  const telling =
    <Rest extends unknown[]>(write: (id: string, ...rest: Rest) => Promise<void>) =>
    async (id: string, ...rest: Rest): Promise<void> => {
      await write(id, ...rest);
      tell({ type: 'run-written', runId: id });
    };
  return {
    ...runs,
    async insert(run, options) {
      const isStored = await runs.insert(run, options);
      if (isStored) tell({ type: 'run-written', runId: run.id });
      return isStored;
    },
    async start(id, at) {
      const hasBegun = await runs.start(id, at);
      if (hasBegun) tell({ type: 'run-written', runId: id });
      return hasBegun;
    },
    settleWaiting: telling(runs.settleWaiting),
    askToStop: telling(runs.askToStop),
    interrupt: telling(runs.interrupt),
    resume: telling(runs.resume),
    finish: telling(runs.finish),
    settleEffects: telling(runs.settleEffects),
  };
}

/** The records of steps; each write is told once it is done. */
export function tellingSteps(steps: StepRepository, tell: Tell): StepRepository {
  const telling = (rows: StepRow[]): StepRow[] => {
    for (const row of rows) {
      tell({ type: 'step-written', runId: row.runId, step: toldStep(viewStep(row)) });
    }
    return rows;
  };
  return {
    ...steps,
    async start(step, ...start) {
      const begun = await steps.start(step, ...start);
      telling(
        begun.map(({ isFirst: _isFirst, moment: _moment, dailyBudgets: _budgets, ...row }) => row),
      );
      // Lists say which runs a limit holds up: this one may have been, until now.
      const isAgain = begun.some(({ isFirst, kind }) => !isFirst && kind === 'model');
      if (isAgain) tell({ type: 'run-written', runId: step.runId });
      return begun;
    },
    setInput: async (...input) => telling(await steps.setInput(...input)),
    endWait: async (step) => telling(await steps.endWait(step)),
    async wait(step, reason, attempt, more) {
      const rows = telling(await steps.wait(step, reason, attempt, more));
      const isHeldUp = more?.behind !== undefined && rows.length > 0;
      if (isHeldUp) tell({ type: 'run-written', runId: step.runId });
      return rows;
    },
    finish: async (...end) => telling(await steps.finish(...end)),
    answer: async (...answer) => telling(await steps.answer(...answer)),
    endOpen: async (runId) => telling(await steps.endOpen(runId)),
  };
}

/** The records of plans; each new revision is told once it is stored. */
export function tellingPlans(plans: PlanRepository, tell: Tell): PlanRepository {
  return {
    ...plans,
    async revise(place, change) {
      const row = await plans.revise(place, change);
      if (row) tell({ type: 'plan-written', runId: row.runId, plan: viewPlan(row) });
      return row;
    },
  };
}

/** The records of approvals; each write is told once it is done. */
export function tellingApprovals(approvals: ApprovalRepository, tell: Tell): ApprovalRepository {
  return {
    ...approvals,
    async request(approval) {
      const token = await approvals.request(approval);
      tell({ type: 'approval-written', runId: approval.runId, approvalId: approval.id });
      return token;
    },
    async refuse(id, refusal) {
      const refused = await approvals.refuse(id, refusal);
      if (refused) tell({ type: 'approval-written', runId: refused.runId, approvalId: id });
      return refused;
    },
    async escalate(id) {
      const escalated = await approvals.escalate(id);
      if (escalated) tell({ type: 'approval-written', runId: escalated.runId, approvalId: id });
      return escalated;
    },
    async addVoice(id, voices, end) {
      const stored = await approvals.addVoice(id, voices, end);
      if (stored) tell({ type: 'approval-written', runId: stored.runId, approvalId: id });
      return stored;
    },
    async close(id, decision) {
      const closed = await approvals.close(id, decision);
      if (closed) tell({ type: 'approval-written', runId: closed.runId, approvalId: id });
      return closed;
    },
  };
}
