import { WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowExecutionStatusName } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { decode } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { RunState } from '../../contracts/runs/run.ts';
import {
  eventArrived,
  interruptAgent,
  requestCancel,
  resolveApproval,
  resumeAgent,
  stateQuery,
} from '../../workflows/messages.ts';
import type {
  ApprovalDecision,
  CancelRequest,
  EventArrival,
  InterruptRequest,
  ResumeRequest,
} from '../../workflows/messages.ts';
import { temporalAbilities } from './abilities.ts';
import { readBacklogs } from './backlogs.ts';
import { temporalCalls } from './calls.ts';
import type { TemporalClient } from './client.ts';
import { toGatewayError } from './errors.ts';
import type { InputAttributes } from './search-attributes.ts';
import { runStarter } from './start-run.ts';
import { temporalDeployments } from './deployments.ts';
import { temporalSchedules } from './schedules.ts';

export type Execution = { status: WorkflowExecutionStatusName };

const queryMs = 2_000;

/**
 * Temporal as the API needs it: each call ends within seconds, and says whether Temporal was there.
 * @param inputAttributes what runs can be found by because of their inputs.
 */
export function temporalGateway(client: TemporalClient, inputAttributes: InputAttributes = {}) {
  const { workflow } = client;
  const { ask, settled } = temporalCalls(workflow);

  return {
    ...runStarter(client, ask, inputAttributes),
    ...temporalDeployments(client, ask),
    ...temporalAbilities(client, ask),
    ...temporalSchedules(client, ask),
    settled,
    backlogs: () => readBacklogs(client, ask),

    async resolveApproval(workflowId: string, decision: ApprovalDecision): Promise<void> {
      await ask(() => workflow.getHandle(workflowId).signal(resolveApproval, decision));
    },

    async interruptAgent(workflowId: string, request: InterruptRequest): Promise<void> {
      await ask(() => workflow.getHandle(workflowId).signal(interruptAgent, request));
    },

    async resumeAgent(workflowId: string, request: ResumeRequest): Promise<void> {
      await ask(() => workflow.getHandle(workflowId).signal(resumeAgent, request));
    },

    /** Tells a workflow that waits for an event that it has come; one that is over need not know. */
    async tellOfEvent(workflowId: string, arrival: EventArrival): Promise<void> {
      try {
        await ask(() => workflow.getHandle(workflowId).signal(eventArrived, arrival));
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },

    async requestCancel(workflowId: string, request: CancelRequest): Promise<void> {
      await ask(() => workflow.getHandle(workflowId).signal(requestCancel, request));
    },

    /** Undefined when Temporal does not know the workflow. */
    async execution(workflowId: string): Promise<Execution | undefined> {
      try {
        const { status } = await ask(() => workflow.getHandle(workflowId).describe());
        return { status: status.name };
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return undefined;
        throw error;
      }
    },

    /** Waits until a workflow is over, whatever its end. Throws when `signal` aborts. */
    async end(workflowId: string, signal: AbortSignal): Promise<void> {
      try {
        await workflow.withAbortSignal(signal, () => workflow.getHandle(workflowId).result());
      } catch (error) {
        if (!(error instanceof WorkflowFailedError)) throw toGatewayError(error);
      }
    },

    /** Undefined when no worker answers in time. */
    async state(workflowId: string): Promise<RunState | undefined> {
      try {
        return await ask(() => workflow.getHandle(workflowId).query(stateQuery), queryMs);
      } catch {
        return undefined;
      }
    },

    /**
     * What Temporal stores, as it was before it was encrypted.
     * @throws {UnreadablePayload}
     */
    decode: (payloads: Payload[]): Promise<Payload[]> =>
      decode(client.options.loadedDataConverter.payloadCodecs, payloads),
  };
}
