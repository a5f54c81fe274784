import type { Activities } from '../contracts/activities.ts';
import type { Dependencies } from './dependencies.ts';
import { createAnswerChat } from './gateway/answer-chat.ts';
import { createCallTool } from './gateway/call-tool.ts';
import { createEmbedTexts } from './gateway/embed-texts.ts';
import { createCallModel } from './models/turn/call-model.ts';
import { withNeutralErrors } from './neutral-error.ts';
import { createApprovalRecords } from './records/approval-records.ts';
import { createConversationRecords } from './records/conversation-records.ts';
import { createInterruptionRecords } from './records/interruption-records.ts';
import { createRunRecords } from './records/run-records.ts';
import { createRunTool } from './tools/run-tool.ts';

export { createDependencies } from './dependencies.ts';

/** Every side effect that workflows can ask for. */
export function createActivities(dependencies: Dependencies) {
  return withNeutralErrors({
    ...createRunRecords(dependencies),
    ...createApprovalRecords(dependencies),
    ...createConversationRecords(dependencies),
    ...createInterruptionRecords(dependencies),
    callModel: createCallModel(dependencies),
    answerChat: createAnswerChat(dependencies),
    embedTexts: createEmbedTexts(dependencies),
    callTool: createCallTool(dependencies),
    runTool: createRunTool(dependencies),
  } satisfies Activities);
}
