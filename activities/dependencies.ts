import { userRepository } from '../db/repositories/catalog/users.ts';
import type { UserRepository } from '../db/repositories/catalog/users.ts';
import type { ApprovalRepository } from '../db/repositories/runs/approvals.ts';
import { approvalLinkRepository } from '../db/repositories/runs/approval-links.ts';
import { notificationSettingsRepository } from '../db/repositories/notifications/notification-settings.ts';
import { approvalRepository } from '../db/repositories/runs/approvals.ts';
import { artifactRepository } from '../db/repositories/runs/artifacts.ts';
import type { BudgetRepository } from '../db/repositories/models/budgets.ts';
import { budgetRepository } from '../db/repositories/models/budgets.ts';
import type { ModelCallRepository } from '../db/repositories/models/model-calls.ts';
import { modelCallRepository } from '../db/repositories/models/model-calls.ts';
import type { ConversationRepository } from '../db/repositories/runs/conversations.ts';
import { conversationRepository } from '../db/repositories/runs/conversations.ts';
import type { DeliveryRepository } from '../db/repositories/notifications/deliveries.ts';
import { deliveryRepository } from '../db/repositories/notifications/deliveries.ts';
import type { GatewayCallRepository } from '../db/repositories/models/gateway-calls.ts';
import { gatewayCallRepository } from '../db/repositories/models/gateway-calls.ts';
import type { ResolveEffects } from '../db/repositories/runs/effects.ts';
import type { PlanRepository } from '../db/repositories/runs/plans.ts';
import { planRepository } from '../db/repositories/runs/plans.ts';
import type { RunRepository } from '../db/repositories/runs/runs.ts';
import { runRepository } from '../db/repositories/runs/runs.ts';
import type { StepRepository } from '../db/repositories/runs/steps.ts';
import { stepRepository } from '../db/repositories/runs/steps.ts';
import type { TurnRepository } from '../db/repositories/runs/turns.ts';
import { turnRepository } from '../db/repositories/runs/turns.ts';
import type { FiringRepository } from '../db/repositories/triggers/firings.ts';
import { eventWaitRepository } from '../db/repositories/triggers/event-waits.ts';
import type { EventWaitRepository } from '../db/repositories/triggers/event-waits.ts';
import { firingRepository } from '../db/repositories/triggers/firings.ts';
import type { TriggerRepository } from '../db/repositories/triggers/triggers.ts';
import { triggerRepository } from '../db/repositories/triggers/triggers.ts';
import type { Database } from '../db/open.ts';
import { rememberingRuns } from '../db/remembering.ts';
import { tellingApprovals, tellingPlans, tellingRuns, tellingSteps } from '../db/telling.ts';
import { accessLog } from '../db/repositories/access/access-log.ts';
import type { AccessLog } from '../db/repositories/access/access-log.ts';
import { decisionSignatures } from '../keys/decision-signatures.ts';
import type { DecisionSignatures } from '../keys/decision-signatures.ts';
import type { Keyring } from '../keys/keyring.ts';
import { alwaysNow, createMomentOfRun } from './base/moment-of-run.ts';
import type { MomentNamed, MomentOfRun } from './base/moment-of-run.ts';
import { createArtifacts } from './base/artifacts.ts';
import type { Artifacts } from './base/artifacts.ts';
import type { Bus } from '../bus/bus.ts';
import { tellRuns } from '../bus/tell-runs.ts';
import type { Json } from '../contracts/base/json.ts';
import type { AgentMemory } from './memory/agent-memory.ts';
import { modelWindows } from './models/turn/context/model-windows.ts';
import type { ModelWindows } from './models/turn/context/model-windows.ts';
import type { ModelCaller } from './models/model-caller.ts';
import type { PayLost } from './models/turn/lost-calls.ts';
import type { EmbeddingCaller } from './models/pay/paid-embeddings.ts';
import type { ServedModels } from './models/ask/model-directory.ts';
import { createDecisionLinks } from './notify/decision-links.ts';
import type { MakeDecisionLink } from './notify/decision-links.ts';
import type { Senders } from './notify/sender.ts';
import type { BeforeRun } from './records/run-records.ts';
import type { Planners } from './planning/planners.ts';
import { healthAlertRepository } from '../db/repositories/health/health-alerts.ts';
import type { HealthAlertRepository } from '../db/repositories/health/health-alerts.ts';
import type { ToolExecutor } from './tool-kit/executor.ts';

/** What the activities work with. */
export type Dependencies = {
  runs: RunRepository;
  steps: StepRepository;
  conversations: ConversationRepository;
  turns: TurnRepository;
  approvals: ApprovalRepository;
  users: UserRepository;
  artifacts: Artifacts;
  plans: PlanRepository;
  budgets: BudgetRepository;
  modelCalls: Pick<ModelCallRepository, 'ofRounds'>;
  gatewayCalls: GatewayCallRepository;
  deliveries: DeliveryRepository;
  decisionLinks: MakeDecisionLink;
  triggers: TriggerRepository;
  firings: FiringRepository;
  eventWaits: EventWaitRepository;
  healthAlerts: Pick<HealthAlertRepository, 'lookAt'>;
  senders: Senders;
  signatures: DecisionSignatures;
  accessLog: AccessLog;
  models: ServedModels;
  windows: ModelWindows;
  callModel: ModelCaller;
  payLost: PayLost;
  embed: EmbeddingCaller;
  memory: AgentMemory;
  bus: Bus;
  tools: ToolExecutor;
  /** What answers the questions to a domain, by the domain's name; left out, none can be asked. */
  questions?: Readonly<Record<string, (question: Json) => Promise<Json>>>;
  /** What domains know of a run before it begins; left out, nothing. */
  beforeRun?: readonly BeforeRun[];
  /** What domains know of what calls came to. */
  resolveEffects: readonly ResolveEffects[];
  planners: Planners;
  momentOfRun: MomentOfRun;
};

export function createDependencies(given: {
  db: Database;
  models: Dependencies['models'];
  /** Left out, what is known of models. */
  windows?: ModelWindows;
  callModel: ModelCaller;
  payLost: PayLost;
  embed: EmbeddingCaller;
  memory: AgentMemory;
  bus: Bus;
  tools: ToolExecutor;
  questions?: Dependencies['questions'];
  beforeRun?: Dependencies['beforeRun'];
  /** Left out, no domain is asked. */
  resolveEffects?: readonly ResolveEffects[];
  /** Left out, every run is as of now. */
  momentNamed?: MomentNamed | undefined;
  planners: Planners;
  senders: Senders;
  keyring: Keyring;
}): Dependencies {
  const { db, momentNamed, keyring, resolveEffects = [], ...rest } = given;
  const tell = tellRuns(given.bus);
  const runs = rememberingRuns(tellingRuns(runRepository(db), tell));
  const conversations = conversationRepository(db);
  const steps = tellingSteps(stepRepository(db), tell);
  const approvals = tellingApprovals(approvalRepository(db), tell);
  const users = userRepository(db);
  return {
    runs,
    momentOfRun: momentNamed ? createMomentOfRun(runs, momentNamed) : alwaysNow,
    steps,
    conversations,
    turns: turnRepository({ conversations, steps }),
    approvals,
    users,
    artifacts: createArtifacts(artifactRepository(db)),
    plans: tellingPlans(planRepository(db), tell),
    budgets: budgetRepository(db),
    modelCalls: modelCallRepository(db),
    gatewayCalls: gatewayCallRepository(db),
    deliveries: deliveryRepository(db),
    decisionLinks: createDecisionLinks({
      approvals,
      approvalLinks: approvalLinkRepository(db),
      notificationSettings: notificationSettingsRepository(db),
      runs,
      users,
    }),
    triggers: triggerRepository(db),
    firings: firingRepository(db),
    eventWaits: eventWaitRepository(db),
    healthAlerts: healthAlertRepository(db),
    windows: modelWindows(),
    signatures: decisionSignatures(keyring),
    accessLog: accessLog(db),
    resolveEffects,
    ...rest,
  };
}
