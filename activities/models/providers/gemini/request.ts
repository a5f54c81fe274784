import type {
  FunctionCallingConfigMode,
  GenerateContentConfig,
  GenerateContentParameters,
  ThinkingConfig,
  ThinkingLevel,
} from '@google/genai';
import type { ToolChoice, ReasoningEffort } from '../../../../contracts/models/messages.ts';
import type { ChatRequest } from '../../provider.ts';
import { withFormatInWords } from '../wire/format-in-words.ts';
import { geminiSchema } from '../../../../contracts/tools/definitions/gemini-schema.ts';
import { toGeminiFunction } from '../../../../contracts/tools/definitions/index.ts';
import { toContents } from './contents.ts';
import { settle, withoutEffort } from '../parameters/settle.ts';
import { withFields } from '../parameters/ways.ts';
import { systemText, withTurn } from '../wire/system-text.ts';

type Level = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH';

type Traits = {
  /** How an effort is told to the model; left out where the model does not think. */
  thinking?: Record<ReasoningEffort, Pick<ThinkingConfig, 'thinkingBudget'> | { level: Level }>;
  /** Calls of the latest turn must carry the proof of the thoughts before them. */
  signatures?: true;
  /** A form of the answer can be asked for beside tools. */
  formatBesideTools?: true;
};

const newer = { signatures: true, formatBesideTools: true } as const;

function levels(none: Level, low: Level, medium: Level, high: Level): Required<Traits>['thinking'] {
  return {
    none: { level: none },
    low: { level: low },
    medium: { level: medium },
    high: { level: high },
  };
}

function budgets(
  none: number,
  low: number,
  medium: number,
  high: number,
): Required<Traits>['thinking'] {
  return {
    none: { thinkingBudget: none },
    low: { thinkingBudget: low },
    medium: { thinkingBudget: medium },
    high: { thinkingBudget: high },
  };
}

/** What differs between models, by name; the first match counts (ai.google.dev, November 2026). */
const traitsByName: { name: RegExp; traits: Traits }[] = [
  // No budget of 0: this one always thinks.
  { name: /^gemini-2\.5-pro/, traits: { thinking: budgets(128, 1024, 8192, 24_576) } },
  { name: /^gemini-2\.5/, traits: { thinking: budgets(0, 1024, 8192, 24_576) } },
  {
    name: /^gemini-3-pro/,
    traits: { ...newer, thinking: levels('LOW', 'LOW', 'HIGH', 'HIGH') },
  },
  {
    name: /^gemini-3(\.[1-6])?-flash/,
    traits: { ...newer, thinking: levels('MINIMAL', 'LOW', 'MEDIUM', 'HIGH') },
  },
  {
    name: /^gemini-([3-9]|\d\d|(pro|flash)(-lite)?-latest)/,
    traits: { ...newer, thinking: levels('LOW', 'LOW', 'MEDIUM', 'HIGH') },
  },
];

/** How to ask the model of this name; one that is not known is not told how to think. */
function geminiTraits(model: string): Traits {
  return traitsByName.find(({ name }) => name.test(model))?.traits ?? {};
}

/** A request as `generateContent` takes it, and what of it the model does not take. */
export function geminiRequest(
  asked: ChatRequest,
  abortSignal: AbortSignal,
): { parameters: GenerateContentParameters; ignored: string[] } {
  const { request, fields, ignored } = settle('gemini', asked);
  const { config = {}, ...rest } = geminiParameters(request, abortSignal);
  const { reasoningEffort: effort } = request;
  const isEffortLost =
    effort !== undefined && effort !== 'none' && !geminiTraits(asked.model).thinking;
  return {
    parameters: { ...rest, config: withFields(config, fields) },
    ignored: isEffortLost ? withoutEffort(asked, ignored) : ignored,
  };
}

/** The package makes no calls and no further requests by itself. */
function geminiParameters(asked: ChatRequest, abortSignal: AbortSignal): GenerateContentParameters {
  const request = { ...asked, messages: withTurn(asked.messages) };
  const { model, messages, tools, toolChoice, maximumOutputTokens } = request;
  const thinkingConfig = toThinking(request);
  return {
    model: request.deployedAs ?? model,
    contents: toContents(messages, geminiTraits(model).signatures ?? false),
    config: {
      abortSignal,
      automaticContinuation: false,
      automaticFunctionCalling: { disable: true },
      ...toInstruction(request),
      ...(maximumOutputTokens === undefined ? {} : { maxOutputTokens: maximumOutputTokens }),
      ...(thinkingConfig ? { thinkingConfig } : {}),
      ...(tools.length > 0
        ? {
            tools: [{ functionDeclarations: tools.map(toGeminiFunction) }],
            ...toToolConfig(toolChoice),
          }
        : {}),
    },
  };
}

/** The system's words, and the form of the answer: native where the model takes it, else in words. */
function toInstruction({
  model,
  messages,
  tools,
  responseFormat: format,
}: ChatRequest): GenerateContentConfig {
  const isNative = tools.length === 0 || geminiTraits(model).formatBesideTools;
  const asked = format && !isNative ? withFormatInWords(messages, format) : messages;
  const systemInstruction = systemText(asked);
  return {
    ...(systemInstruction ? { systemInstruction } : {}),
    ...(format && isNative ? { responseMimeType: 'application/json' } : {}),
    ...(format && format !== 'json' && isNative
      ? { responseJsonSchema: geminiSchema(format.schema) }
      : {}),
  };
}

function toToolConfig(choice: ToolChoice): Pick<GenerateContentConfig, 'toolConfig'> {
  const mode = typeof choice === 'string' ? modes[choice] : 'ANY';
  const only = typeof choice === 'string' ? {} : { allowedFunctionNames: [choice.tool] };
  const functionCallingConfig = { mode: mode as FunctionCallingConfigMode, ...only };
  return { toolConfig: { functionCallingConfig } };
}

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' } satisfies Record<
  Extract<ToolChoice, string>,
  `${FunctionCallingConfigMode}`
>;

function toThinking({ model, reasoningEffort }: ChatRequest): ThinkingConfig | undefined {
  const { thinking } = geminiTraits(model);
  if (!thinking) return undefined;
  const told = reasoningEffort && thinking[reasoningEffort];
  return {
    includeThoughts: reasoningEffort !== 'none',
    ...(told && 'level' in told ? { thinkingLevel: told.level as ThinkingLevel } : told),
  };
}
