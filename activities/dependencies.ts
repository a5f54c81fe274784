import type { ApprovalRepository } from '../db/repositories/approvals.ts';
import { approvalRepository } from '../db/repositories/approvals.ts';
import { artifactRepository } from '../db/repositories/artifacts.ts';
import type { BudgetRepository } from '../db/repositories/budgets.ts';
import { budgetRepository } from '../db/repositories/budgets.ts';
import type { ConversationRepository } from '../db/repositories/conversations.ts';
import { conversationRepository } from '../db/repositories/conversations.ts';
import type { GatewayCallRepository } from '../db/repositories/gateway-calls.ts';
import { gatewayCallRepository } from '../db/repositories/gateway-calls.ts';
import type { RunRepository } from '../db/repositories/runs.ts';
import { runRepository } from '../db/repositories/runs.ts';
import type { StepRepository } from '../db/repositories/steps.ts';
import { stepRepository } from '../db/repositories/steps.ts';
import type { Database } from '../db/open.ts';
import { tellingApprovals, tellingRuns, tellingSteps } from '../db/telling.ts';
import { createArtifacts } from './artifacts.ts';
import type { Artifacts } from './artifacts.ts';
import type { Bus } from '../bus/bus.ts';
import { tellRuns } from '../bus/tell-runs.ts';
import type { ModelCaller } from './models/model-caller.ts';
import type { EmbeddingCaller } from './models/payment/paid-embeddings.ts';
import type { ModelRouter } from './models/routing/router.ts';
import type { ToolExecutor } from './tools/executor.ts';

/** What the activities work with. */
export type Dependencies = {
  runs: RunRepository;
  steps: StepRepository;
  conversations: ConversationRepository;
  approvals: ApprovalRepository;
  artifacts: Artifacts;
  budgets: BudgetRepository;
  gatewayCalls: GatewayCallRepository;
  models: Pick<ModelRouter, 'defaultChain' | 'missing'>;
  callModel: ModelCaller;
  embed: EmbeddingCaller;
  bus: Bus;
  tools: ToolExecutor;
  /** Whose plan and limits tools are run under. */
  user: string;
};

export function createDependencies(given: {
  db: Database;
  models: Dependencies['models'];
  callModel: ModelCaller;
  embed: EmbeddingCaller;
  bus: Bus;
  tools: ToolExecutor;
  user: string;
}): Dependencies {
  const { db, ...rest } = given;
  const tell = tellRuns(given.bus);
  return {
    runs: tellingRuns(runRepository(db), tell),
    steps: tellingSteps(stepRepository(db), tell),
    conversations: conversationRepository(db),
    approvals: tellingApprovals(approvalRepository(db), tell),
    artifacts: createArtifacts(artifactRepository(db)),
    budgets: budgetRepository(db),
    gatewayCalls: gatewayCallRepository(db),
    ...rest,
  };
}
