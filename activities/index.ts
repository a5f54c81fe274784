import type { Activities } from '../contracts/activities.ts';
import type { Dependencies } from './dependencies.ts';
import { createCallModel } from './models/call-model.ts';
import { withNeutralErrors } from './neutral-error.ts';
import { createApprovalRecords } from './records/approval-records.ts';
import { createConversationRecords } from './records/conversation-records.ts';
import { createRunRecords } from './records/run-records.ts';
import { createRunTool } from './tools/run-tool.ts';

export { createDependencies } from './dependencies.ts';

/** Every side effect that workflows can ask for. */
export function createActivities(dependencies: Dependencies) {
  return withNeutralErrors({
    ...createRunRecords(dependencies),
    ...createApprovalRecords(dependencies),
    ...createConversationRecords(dependencies),
    callModel: createCallModel(dependencies),
    runTool: createRunTool(dependencies),
  } satisfies Activities);
}
