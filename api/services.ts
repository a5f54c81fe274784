import type { Bus } from '../bus/bus.ts';
import { tellRuns } from '../bus/tell-runs.ts';
import type { Database, OpenDatabase } from '../db/open.ts';
import type { ResolveEffects } from '../db/repositories/runs/effects.ts';
import { accessLog } from '../db/repositories/access/access-log.ts';
import { apiKeyRepository } from '../db/repositories/access/api-keys.ts';
import { identityRepository } from '../db/repositories/access/identities.ts';
import { savedViewRepository } from '../db/repositories/access/saved-views.ts';
import { sessionRepository } from '../db/repositories/access/sessions.ts';
import { agentRepository } from '../db/repositories/agents/agents.ts';
import { approvalLinkRepository } from '../db/repositories/runs/approval-links.ts';
import { approvalRepository } from '../db/repositories/runs/approvals.ts';
import { artifactRepository } from '../db/repositories/runs/artifacts.ts';
import { budgetRepository } from '../db/repositories/models/budgets.ts';
import { catalogRepository } from '../db/repositories/catalog/catalog.ts';
import { conversationRepository } from '../db/repositories/runs/conversations.ts';
import { dailyBudgetRepository } from '../db/repositories/models/daily-budgets.ts';
import { modelCallRepository } from '../db/repositories/models/model-calls.ts';
import { exampleRepository } from '../db/repositories/models/examples.ts';
import { modelRequestRepository } from '../db/repositories/models/model-requests.ts';
import { modelStateRepository } from '../db/repositories/models/model-states.ts';
import { gatewayCallRepository } from '../db/repositories/models/gateway-calls.ts';
import { gatewayResponseRepository } from '../db/repositories/models/gateway-responses.ts';
import { healthAlertRepository } from '../db/repositories/health/health-alerts.ts';
import { deliveryRepository } from '../db/repositories/notifications/deliveries.ts';
import { notificationRepository } from '../db/repositories/notifications/notifications.ts';
import { notificationSettingsRepository } from '../db/repositories/notifications/notification-settings.ts';
import { pipelineRepository } from '../db/repositories/catalog/pipelines.ts';
import { planRepository } from '../db/repositories/runs/plans.ts';
import { pruneRepository } from '../db/repositories/runs/prune.ts';
import { runShareRepository } from '../db/repositories/runs/run-shares.ts';
import { runRepository } from '../db/repositories/runs/runs.ts';
import { stepRepository } from '../db/repositories/runs/steps.ts';
import { toolCallRepository } from '../db/repositories/catalog/tool-calls.ts';
import { eventWaitRepository } from '../db/repositories/triggers/event-waits.ts';
import { eventRepository } from '../db/repositories/triggers/events.ts';
import { firingRepository } from '../db/repositories/triggers/firings.ts';
import { triggerRepository } from '../db/repositories/triggers/triggers.ts';
import { userRepository } from '../db/repositories/catalog/users.ts';
import { rememberingAgents, rememberingCatalog, rememberingPipelines } from '../db/remembering.ts';
import { tellingApprovals, tellingRuns, tellingSteps } from '../db/telling.ts';
import { decisionSignatures } from '../keys/decision-signatures.ts';
import type { Keyring } from '../keys/keyring.ts';
import { createRefusedRequests } from './access/refused-requests.ts';
import { createDocuments } from './documents/documents.ts';
import { createCalls } from './calls/calls.ts';
import type { Restart } from '../contracts/api/index.ts';
import type { LookAtDisk } from './base/disk-room.ts';
import type { Links } from './base/links.ts';
import { standaloneActivities } from './temporal/standalone-activities.ts';
import { temporalGateway } from './temporal/index.ts';
import type { InputAttributes, TemporalClient } from './temporal/index.ts';

/** What the routes work with: the records, the bus, Temporal, and where things are. */
export function createServices(options: {
  database: OpenDatabase;
  bus: Bus;
  keyring: Keyring;
  temporal: TemporalClient;
  links: Links;
  /** Left out where records are on another machine. */
  lookAtDisk?: LookAtDisk | undefined;
  /** What runs can be found by in the Temporal UI because of their inputs. */
  inputAttributes?: InputAttributes;
  /** What this process had to start again. @default nothing */
  restarts?: () => Restart[];
  /** What domains know of what calls came to; left out, none is asked. */
  resolveEffects?: (db: Database) => ResolveEffects[];
}) {
  const { bus } = options;
  const { db } = options.database;
  const gatewayCalls = gatewayCallRepository(db);
  const activities = standaloneActivities(options.temporal);
  const tell = tellRuns(bus);
  const log = accessLog(db);
  return {
    accessLog: log,
    restarts: options.restarts ?? (() => []),
    agents: rememberingAgents(agentRepository(db)),
    apiKeys: apiKeyRepository(db),
    approvalLinks: approvalLinkRepository(db),
    approvals: tellingApprovals(approvalRepository(db), tell),
    artifacts: artifactRepository(db),
    budgets: budgetRepository(db),
    activities,
    signatures: decisionSignatures(options.keyring),
    lookAtDisk: options.lookAtDisk,
    calls: createCalls({ bus, lookAtDisk: options.lookAtDisk, gatewayCalls, activities }),
    catalog: rememberingCatalog(catalogRepository(db)),
    conversations: conversationRepository(db),
    gatewayCalls,
    gatewayResponses: gatewayResponseRepository(db),
    identities: identityRepository(db),
    dailyBudgets: dailyBudgetRepository(db),
    modelCalls: modelCallRepository(db),
    modelRequests: modelRequestRepository(db),
    examples: exampleRepository(db),
    modelStates: modelStateRepository(db),
    documents: createDocuments(),
    deliveries: deliveryRepository(db),
    events: eventRepository(db),
    eventWaits: eventWaitRepository(db),
    firings: firingRepository(db),
    healthAlerts: healthAlertRepository(db),
    notifications: notificationRepository(db),
    notificationSettings: notificationSettingsRepository(db),
    pipelines: rememberingPipelines(pipelineRepository(db)),
    plans: planRepository(db),
    pruning: pruneRepository(db),
    refusedRequests: createRefusedRequests(log),
    resolveEffects: options.resolveEffects?.(db) ?? [],
    runShares: runShareRepository(db),
    runs: tellingRuns(runRepository(db), tell),
    savedViews: savedViewRepository(db),
    sessions: sessionRepository(db),
    steps: tellingSteps(stepRepository(db), tell),
    toolCalls: toolCallRepository(db),
    triggers: triggerRepository(db),
    users: userRepository(db),
    temporal: temporalGateway(options.temporal, options.inputAttributes),
    bus: options.bus,
    links: options.links,
  };
}

export type Services = ReturnType<typeof createServices>;
