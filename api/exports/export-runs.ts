import type {
  ApprovalView,
  ConversationView,
  ListedRun,
  StepView,
} from '../../contracts/api/index.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { viewStep } from '../../db/views/view-step.ts';
import { viewApproval } from '../approvals/view-approval.ts';
import type { Services } from '../services.ts';
import { listRuns } from '../runs/list-runs.ts';
import type { ListFilter } from '../runs/list-runs.ts';
import { viewConversation } from '../runs/view-conversation.ts';

/** A line of the export. */
type ExportedRun = ListedRun & {
  output: Json | null;
  partial: JsonObject | null;
  steps: StepView[];
  conversations: ConversationView[];
  approvals: ApprovalView[];
};

const pageSize = 50;
const stepsAtOnce = 500;

/** The runs of a filter with all that is on record of each, newest first, read one at a time. */
export async function* exportRuns(
  services: Services,
  filter: Omit<ListFilter, 'limit'>,
): AsyncGenerator<ExportedRun> {
  let cursor: string | undefined;
  do {
    const page = await listRuns(services, { ...filter, cursor, limit: pageSize });
    for (const run of page.items) {
      const { output = null, partial = null } = (await services.runs.get(run.id)) ?? {};
      yield {
        ...run,
        output: await services.artifacts.resolve(output),
        partial,
        ...(await recordsOf(services, run)),
      };
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function recordsOf(
  services: Services,
  { id: runId }: ListedRun,
): Promise<Pick<ExportedRun, 'steps' | 'conversations' | 'approvals'>> {
  const steps: ExportedRun['steps'] = [];
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows = await services.steps.list(runId, after, stepsAtOnce);
    steps.push(...rows.map(viewStep));
    after = rows.length < stepsAtOnce ? undefined : rows.at(-1)?.sequence;
  }
  const conversations: ExportedRun['conversations'] = [];
  for (const { id } of await services.conversations.list(runId)) {
    const conversation = await services.conversations.get(id);
    if (!conversation) continue;
    const messages = await services.conversations.messages(id);
    conversations.push(viewConversation(conversation, messages));
  }
  const approvals = await services.approvals.list({ runId, limit: mostApprovals });
  return { steps, conversations, approvals: approvals.toReversed().map(viewApproval) };
}

/** Beyond what any run asks. */
const mostApprovals = 100_000;
