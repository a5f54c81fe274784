import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import type { ModelAnswer, ModelCall } from '../../model-caller.ts';
import type { StoredConversation } from '../../router.ts';

/** The same question once more, after the answer that did not fit and with what is wrong with it. */
export function askAgain(call: ModelCall, answer: ModelAnswer, problems: string[]): ModelCall {
  const { caller, request } = call;
  const complaint: ChatMessage = {
    role: 'user',
    text:
      `Your answer does not have the form that was asked for:\n${list(problems)}\n` +
      'Answer again with the corrected JSON alone: no explanation, no code fence.',
  };
  const said: ChatMessage = {
    role: 'assistant',
    text: answer.text || '(nothing)',
    toolCalls: [],
    model: answer.model,
    ...(answer.reasoning && { reasoning: answer.reasoning }),
  };
  // A provider that keeps the conversation has all that came before.
  const isKept = answer.responseId !== undefined;
  const messages = isKept ? [complaint] : [...request.messages, said, complaint];
  return {
    ...call,
    caller: { ...caller, callId: `${caller.callId}:repair` },
    request: { ...request, messages },
  };
}

/** The stored conversation as the answer left it. */
export function continued(
  stored: StoredConversation,
  { responseId }: ModelAnswer,
): StoredConversation {
  const { resumeResponseId: _answered, resumeModel: _model, ...rest } = stored;
  return responseId === undefined ? rest : { ...rest, previousResponseId: responseId };
}

function list(problems: readonly string[]): string {
  return problems.map((problem) => `- ${problem}`).join('\n');
}
