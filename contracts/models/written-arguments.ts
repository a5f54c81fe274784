import type { JsonObject } from '../base/json.ts';
import type { ToolCall } from './messages.ts';

type Arguments = Pick<ToolCall, 'args' | 'argsError' | 'argsText'>;

/** A call's arguments as text: as the model wrote them where they were no JSON object. */
export function argumentsText({ args, argsError, argsText }: Arguments): string {
  return argsError === undefined ? JSON.stringify(args) : (argsText ?? argsError);
}

/** A call's arguments as an object, for those who take nothing else: one that holds the text where it was none. */
export function argumentsObject(call: Arguments): JsonObject {
  return call.argsError === undefined ? call.args : { invalid_arguments: argumentsText(call) };
}
