import type { ApprovalRepository } from '../db/repositories/approvals.ts';
import { approvalRepository } from '../db/repositories/approvals.ts';
import { artifactRepository } from '../db/repositories/artifacts.ts';
import type { BudgetRepository } from '../db/repositories/budgets.ts';
import { budgetRepository } from '../db/repositories/budgets.ts';
import type { ConversationRepository } from '../db/repositories/conversations.ts';
import { conversationRepository } from '../db/repositories/conversations.ts';
import type { DeliveryRepository } from '../db/repositories/deliveries.ts';
import { deliveryRepository } from '../db/repositories/deliveries.ts';
import type { GatewayCallRepository } from '../db/repositories/gateway-calls.ts';
import { gatewayCallRepository } from '../db/repositories/gateway-calls.ts';
import type { PlanRepository } from '../db/repositories/plans.ts';
import { planRepository } from '../db/repositories/plans.ts';
import type { RunRepository } from '../db/repositories/runs.ts';
import { runRepository } from '../db/repositories/runs.ts';
import type { StepRepository } from '../db/repositories/steps.ts';
import { stepRepository } from '../db/repositories/steps.ts';
import type { Database } from '../db/open.ts';
import { tellingApprovals, tellingPlans, tellingRuns, tellingSteps } from '../db/telling.ts';
import { createArtifacts } from './artifacts.ts';
import type { Artifacts } from './artifacts.ts';
import type { Bus } from '../bus/bus.ts';
import { tellRuns } from '../bus/tell-runs.ts';
import type { Market } from './market/market.ts';
import type { AgentMemory } from './memory/agent-memory.ts';
import type { ModelDirectory } from '../contracts/model-directory.ts';
import { modelWindows } from './models/context/model-windows.ts';
import type { ModelWindows } from './models/context/model-windows.ts';
import type { ModelCaller } from './models/model-caller.ts';
import type { EmbeddingCaller } from './models/payment/paid-embeddings.ts';
import type { ModelRouter } from './models/routing/router.ts';
import type { Senders } from './notify/sender.ts';
import type { Planners } from './planning/planners.ts';
import type { ToolExecutor } from './tools/executor.ts';

/** What the activities work with. */
export type Dependencies = {
  runs: RunRepository;
  steps: StepRepository;
  conversations: ConversationRepository;
  approvals: ApprovalRepository;
  artifacts: Artifacts;
  plans: PlanRepository;
  budgets: BudgetRepository;
  gatewayCalls: GatewayCallRepository;
  deliveries: DeliveryRepository;
  senders: Senders;
  models: Pick<ModelRouter, 'defaultChain'> & Pick<ModelDirectory, 'providers'>;
  windows: ModelWindows;
  callModel: ModelCaller;
  embed: EmbeddingCaller;
  memory: AgentMemory;
  bus: Bus;
  tools: ToolExecutor;
  /** What finds the instrument of a symbol; left out, none can be looked up. */
  market?: Pick<Market, 'instrument'>;
  planners: Planners;
};

export function createDependencies(given: {
  db: Database;
  models: Dependencies['models'];
  /** Left out, what is known of models. */
  windows?: ModelWindows;
  callModel: ModelCaller;
  embed: EmbeddingCaller;
  memory: AgentMemory;
  bus: Bus;
  tools: ToolExecutor;
  market?: Pick<Market, 'instrument'>;
  planners: Planners;
  senders: Senders;
}): Dependencies {
  const { db, ...rest } = given;
  const tell = tellRuns(given.bus);
  return {
    runs: tellingRuns(runRepository(db), tell),
    steps: tellingSteps(stepRepository(db), tell),
    conversations: conversationRepository(db),
    approvals: tellingApprovals(approvalRepository(db), tell),
    artifacts: createArtifacts(artifactRepository(db)),
    plans: tellingPlans(planRepository(db), tell),
    budgets: budgetRepository(db),
    gatewayCalls: gatewayCallRepository(db),
    deliveries: deliveryRepository(db),
    windows: modelWindows(),
    ...rest,
  };
}
