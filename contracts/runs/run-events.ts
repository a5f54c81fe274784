import type { ApprovalView } from '../api/approvals.ts';
import type { PlanView } from '../api/plans.ts';
import type { NodeView, RunSummary, RunView } from '../api/runs.ts';
import type { RunCallEvent } from './call-events.ts';
import type { ToldStep } from './told-step.ts';
import type { ToolProgress } from '../tools/tools.ts';

/** What a run and all that it started have cost, and what is left of its budget. */
export type RunCosts = Pick<
  RunView,
  'costUsd' | 'savedUsd' | 'unknownPriceCalls' | 'estimatedCalls' | 'budget' | 'usage'
>;

/** A run without what other events tell, and without its document, which never changes. */
export type RunHead = Omit<RunView, keyof RunCosts | 'nodes' | 'document'>;

/** What changes in a run while somebody watches. */
export type RunChange =
  | { type: 'state'; run: RunHead }
  | { type: 'node'; node: NodeView }
  | { type: 'step-start'; step: ToldStep }
  /** It waits, or has come to know something. */
  | { type: 'step-progress'; step: ToldStep }
  | { type: 'step-finish'; step: ToldStep }
  | { type: 'plan'; plan: PlanView }
  /** How far a tool run has come that goes on; `key` is its step's. */
  | ({ type: 'tool-progress'; key: string } & ToolProgress)
  | { type: 'approval'; approval: ApprovalView }
  | { type: 'cost'; costs: RunCosts }
  | RunCallEvent;

/** What changes among all runs. */
export type AllRunsChange =
  | { type: 'run'; run: RunSummary }
  | { type: 'approval'; approval: ApprovalView };

/** Lists that were read before a `snapshot` are to be read again. */
export type AllRunsEvent = { type: 'snapshot' } | AllRunsChange;

/** An event as a client gets it: its `position` is `<epoch>:<number>`, after which the client can come back. */
export type Sent<Event> = Event & { position: string };

/** Tells over a WebSocket that the connection lives, where there is nothing else to tell. */
export type Heartbeat = { type: 'heartbeat' };

/** How WebSockets are closed here, beside the codes that everyone has. */
export const closeCodes = {
  /** The server stops, or does so for a moment. */
  goingAway: 1001,
  /** The records could not be read. */
  failed: 1011,
  /** Events were dropped that the reader had not taken yet. */
  tooSlow: 4008,
} as const;
