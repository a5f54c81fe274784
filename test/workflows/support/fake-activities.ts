import { ApplicationFailure, Context } from '@temporalio/activity';
import type {
  Activities,
  AddInstructionInput,
  CallModelInput,
  CallModelResult,
  CloseApprovalInput,
  FinishChildInput,
  FinishRunInput,
  OpenConversationInput,
  RaiseBudgetInput,
  RecordInterruptionInput,
  RecordObservationInput,
  RequestApprovalInput,
  RunToolInput,
  RunToolResult,
} from '../../../contracts/activities.ts';
import type { Json } from '../../../contracts/json.ts';

/** What the workflows asked for, in order. */
export type Recorded = {
  finished?: FinishRunInput;
  children: FinishChildInput[];
  tools: RunToolInput[];
  models: CallModelInput[];
  approvals: RequestApprovalInput[];
  closed: CloseApprovalInput[];
  observations: RecordObservationInput[];
  opened: string[];
  conversations: OpenConversationInput[];
  raised: RaiseBudgetInput[];
  interrupted: RecordInterruptionInput[];
  resumed: { nodePath: string }[];
  instructions: AddInstructionInput[];
};

export type Scripts = {
  /** What a tool gives; its arguments when left out. */
  tool?: (input: RunToolInput) => Promise<RunToolResult | Json> | RunToolResult | Json;
  /** What happens when an agent is opened; nothing when left out. */
  open?: () => void;
  /** What a model answers; a report of the turn when left out. */
  model?: (input: CallModelInput) => Promise<CallModelResult> | CallModelResult;
};

/** Activities without a database, a model or a market, that note what they are asked. */
export function fakeActivities(scripts: Scripts = {}): {
  activities: Activities;
  recorded: Recorded;
} {
  const recorded: Recorded = {
    children: [],
    tools: [],
    models: [],
    approvals: [],
    closed: [],
    observations: [],
    opened: [],
    conversations: [],
    raised: [],
    interrupted: [],
    resumed: [],
    instructions: [],
  };
  const activities: Activities = {
    startRun: async () => undefined,
    finishRun: async (input) => {
      recorded.finished = input;
    },
    finishChild: async (input) => {
      recorded.children.push(input);
    },
    cancelWorkflow: async ({ workflowId }) => {
      await Context.current().client.workflow.getHandle(workflowId).cancel();
    },
    storeArtifact: async ({ nodePath, value }) => ({
      artifact: nodePath,
      bytes: JSON.stringify(value).length,
      preview: JSON.stringify(value).slice(0, 20),
    }),
    requestApproval: async (input) => {
      recorded.approvals.push(input);
      return { hash: 'hash' };
    },
    closeApproval: async (input) => {
      recorded.closed.push(input);
    },
    raiseBudget: async (input) => {
      recorded.raised.push(input);
    },
    recordInterruption: async (input) => {
      recorded.interrupted.push(input);
    },
    recordResumption: async (input) => {
      recorded.resumed.push(input);
    },
    addInstruction: async (input) => {
      recorded.instructions.push(input);
    },
    openConversation: async (input) => {
      recorded.opened.push(input.conversationId);
      recorded.conversations.push(input);
      scripts.open?.();
    },
    recordObservation: async (input) => {
      recorded.observations.push(input);
    },
    collectPartial: async () => ({ turns: 1, lastText: 'so far', observations: [] }),
    async callModel(input) {
      recorded.models.push(input);
      const { heartbeat } = Context.current();
      const timer = setInterval(() => heartbeat(), 200);
      try {
        return scripts.model
          ? await scripts.model(input)
          : {
              status: 'answered',
              preview: '',
              calls: [],
              output: { report: `turn ${input.turn}` },
            };
      } finally {
        clearInterval(timer);
      }
    },
    answerChat: async () => undefined,
    callTool: async () => undefined,
    embedTexts: async () => undefined,
    async runTool(input) {
      recorded.tools.push(input);
      const value = 'value' in input.args ? input.args.value : null;
      const given = scripts.tool ? await scripts.tool(input) : value;
      const result = given as RunToolResult;
      return result !== null && typeof result === 'object' && 'status' in result
        ? result
        : { status: 'completed', output: given as Json, preview: '' };
    },
  };
  return { activities, recorded };
}

/** A failure that no retry mends. */
export function permanent(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}
