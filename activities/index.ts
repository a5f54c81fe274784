import type { Activities, StepKey } from '../contracts/activities/index.ts';
import type { RunError } from '../contracts/runs/run.ts';
import type { Dependencies } from './dependencies.ts';
import { createAnswerChat } from './gateway/answer-chat.ts';
import { createCallTool } from './gateway/call-tool.ts';
import { createAskMemory } from './gateway/ask-memory.ts';
import { createEmbedTexts } from './gateway/embed-texts.ts';
import { createRecallMemories } from './memory/recall-memories.ts';
import { createRememberStep } from './memory/remember-step.ts';
import { createCallModel } from './models/turn/call-model.ts';
import { createSummarizeTurns } from './models/turn/summarize-turns.ts';
import { withNeutralErrors } from './base/neutral-error.ts';
import { createDeliverNotification } from './notify/deliver-notification.ts';
import { createMakePlan } from './planning/make-plan.ts';
import { createApprovalRecords } from './records/approval-records.ts';
import { createStartCheck } from './records/check-start.ts';
import { createConversationRecords } from './records/conversation-records.ts';
import { createInterruptionRecords } from './records/interruption-records.ts';
import { createMemoryRecords } from './records/memory-records.ts';
import { createObservationRecords } from './records/observation-records.ts';
import { createRunRecords } from './records/run-records.ts';
import { payLostCall } from './models/turn/lost-calls.ts';
import { createTriggerRecords } from './records/trigger-records.ts';
import { withHeartbeat } from './base/heartbeat.ts';
import { withCountedTries } from './base/tries.ts';
import { withStorableInputs } from './base/storable-inputs.ts';
import { createRunTool } from './tools/run-tool.ts';

export { createDependencies } from './dependencies.ts';

/** Every side effect that workflows can ask for. */
export function createActivities(dependencies: Dependencies) {
  const { steps } = dependencies;
  const onQuarantined = async (key: StepKey, attempt: number, error: RunError) => {
    const step = await steps.get(key);
    if (step) await payLostCall(step, dependencies);
    await steps.finish(key, { status: 'failed', attempt, error });
  };
  const onToolQuarantined: typeof onQuarantined = (key, attempt, error) =>
    onQuarantined(key, attempt, { ...error, doubt: true });
  const activities = withNeutralErrors(
    withStorableInputs({
      ...createStartCheck(dependencies.runs),
      ...createRunRecords(dependencies),
      ...createApprovalRecords(dependencies),
      ...createConversationRecords(dependencies),
      ...createObservationRecords(dependencies),
      ...createInterruptionRecords(dependencies),
      ...createMemoryRecords(dependencies),
      ...createTriggerRecords(dependencies),
      callModel: createCallModel(dependencies),
      summarizeTurns: createSummarizeTurns(dependencies),
      makePlan: createMakePlan(dependencies),
      recallMemories: createRecallMemories(dependencies),
      rememberStep: createRememberStep(dependencies),
      answerChat: createAnswerChat(dependencies),
      embedTexts: createEmbedTexts(dependencies),
      callTool: createCallTool(dependencies),
      askMemory: createAskMemory(dependencies),
      deliverNotification: createDeliverNotification(dependencies),
      runTool: createRunTool(dependencies),
    } satisfies Activities),
  );
  return {
    ...activities,
    callModel: withCountedTries(alive(activities.callModel), onQuarantined),
    summarizeTurns: withCountedTries(alive(activities.summarizeTurns), onQuarantined),
    runTool: withCountedTries(alive(activities.runTool), onToolQuarantined),
    makePlan: withCountedTries(alive(activities.makePlan), onQuarantined),
    recallMemories: withCountedTries(alive(activities.recallMemories), onQuarantined),
    rememberStep: withCountedTries(alive(activities.rememberStep), onQuarantined),
  };
}

/** From its first statement to its last: a database that stalls is no death of the worker. */
function alive<Input, Result>(
  call: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  return (input) => withHeartbeat(() => call(input));
}
