import type {
  ChatCompletionCreateParams,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat/completions';
import type { ChatMessage, ToolChoice } from '../../../../contracts/models/messages.ts';
import { toChatCompletionsTool } from '../../../../contracts/tools/definitions/index.ts';
import type { ChatRequest } from '../../provider.ts';
import { chatCompletionsMessages } from './messages.ts';
import { askForForm, askForCall } from '../wire/in-words.ts';
import { quirksOf } from '../wire/model-quirks.ts';
import { settle, withoutEffort } from '../parameters/settle.ts';
import { waysOf } from '../parameters/table.ts';
import { inPlace, withFields } from '../parameters/ways.ts';
import type { Vendor } from '../wire/quirks.ts';
import type { ModelQuirks, VendorQuirks } from '../wire/model-quirks.ts';
import { responseFormat } from '../wire/response-format.ts';

/** Whether the answer comes as a stream: where somebody watches, or the model answers in no other way. */
export function isStreamed(request: ChatRequest, vendor: VendorQuirks, watched: boolean): boolean {
  const model = quirksOf(vendor, request.model);
  const { reasoningEffort: effort } = request;
  const reasons =
    effort !== undefined &&
    effort !== 'none' &&
    reasoningFields(request, model, true) === model.efforts[effort];
  return (
    watched || model.streamOnly === 'all' || (model.streamOnly === 'with reasoning' && reasons)
  );
}

/**
 * A request in a vendor's form of Chat Completions, and what of it the model does not take.
 *
 * @param to.provider the name under which its own earlier answers are known.
 */
export function chatCompletionsRequest(
  asked: ChatRequest,
  to: { provider: Vendor; vendor: VendorQuirks; streamed: boolean },
): { body: ChatCompletionCreateParams; ignored: string[] } {
  const settled = settle(to.provider, asked);
  const model = quirksOf(to.vendor, asked.model);
  const { request } = settled;
  const body = chatCompletionsBody(
    model.force === 'words' ? forceInWords(request) : request,
    model,
    to,
  );
  return {
    body: withFields(body, settled.fields),
    ignored: isEffortSent(request, model, to.streamed)
      ? settled.ignored
      : withoutEffort(asked, settled.ignored),
  };
}

function chatCompletionsBody(
  request: ChatRequest,
  model: ModelQuirks,
  to: { provider: Vendor; vendor: VendorQuirks; streamed: boolean },
): ChatCompletionCreateParams {
  const { tools, maximumOutputTokens } = request;
  const messages = withForm(request, model);
  // What vendors add is not in the types of OpenAI's package.
  return {
    model: request.deployedAs ?? request.model,
    messages: chatCompletionsMessages(messages, {
      provider: to.provider,
      callIds: to.vendor.callIds,
      parts: to.vendor.parts ?? [],
      takesNames: waysOf(to.provider, request.model).name !== undefined,
      takesRefusals: waysOf(to.provider, request.model).refusal?.how === 'carried',
      parsesArguments: to.vendor.parsesArguments ?? false,
      reasoningBack: model.reasoningBack,
    }),
    ...(tools.length > 0 && {
      tools: tools.map((tool) =>
        toChatCompletionsTool(tool, {
          takesStrict: waysOf(to.provider, request.model).strict === inPlace,
        }),
      ),
      ...toToolChoice(request.toolChoice),
    }),
    ...(request.responseFormat && {
      response_format: responseFormat(request.responseFormat, model.json),
    }),
    ...(maximumOutputTokens !== undefined && { [model.outputLimit]: maximumOutputTokens }),
    ...reasoningFields(request, model, to.streamed),
    ...(to.streamed && { stream: true, stream_options: { include_usage: true } }),
  } as ChatCompletionCreateParams;
}

/** What the model is told of its reasoning: what else was asked of it goes before an effort. */
function reasoningFields(request: ChatRequest, model: ModelQuirks, streamed: boolean) {
  const { tools, toolChoice, responseFormat: format, reasoningEffort: effort } = request;
  const hasTools = tools.length > 0;
  const isForced = hasTools && toolChoice !== 'auto' && toolChoice !== 'none';
  return (
    (isForced ? model.whenForced : undefined) ??
    (format ? model.whenFormed : undefined) ??
    (hasTools ? model.whenOffered : undefined) ??
    (streamed ? undefined : model.whenWhole) ??
    (effort && model.efforts[effort])
  );
}

/** Whether what was asked of its reasoning reaches the model, or needs not to. */
function isEffortSent(request: ChatRequest, model: ModelQuirks, streamed: boolean): boolean {
  const { reasoningEffort: effort } = request;
  if (effort === undefined) return true;
  const wanted = model.efforts[effort];
  const isTold = Object.keys(wanted).length > 0;
  if (!isTold) return effort === 'none';
  const sent = reasoningFields(request, model, streamed);
  return sent === wanted || (effort === 'none' && sent !== undefined);
}

/** Where `tool_choice` does not count, what must not be called is not offered, and a call is asked for. */
function forceInWords(request: ChatRequest): ChatRequest {
  const { tools, toolChoice, messages } = request;
  if (toolChoice === 'none') return { ...request, tools: [] };
  if (toolChoice === 'auto' || tools.length === 0) return request;
  const offered =
    toolChoice === 'required' ? tools : tools.filter(({ name }) => name === toolChoice.tool);
  return {
    ...request,
    tools: offered,
    toolChoice: 'auto',
    messages: [...messages, askForCall(toolChoice)],
  };
}

function withForm(
  { messages, responseFormat: format }: ChatRequest,
  { json }: ModelQuirks,
): ChatMessage[] {
  const isNative = format === undefined || (format !== 'json' && json === 'json_schema');
  return isNative ? messages : askForForm(messages, format);
}

/** `auto` is what holds without a choice, and some models refuse every choice while they reason. */
function toToolChoice(choice: ToolChoice): { tool_choice?: ChatCompletionToolChoiceOption } {
  if (choice === 'auto') return {};
  if (typeof choice === 'string') return { tool_choice: choice };
  return { tool_choice: { type: 'function', function: { name: choice.tool } } };
}
