import { isJsonObject } from '../../../../contracts/base/json.ts';
import { parameterNames } from '../../../../contracts/models/parameters.ts';
import type { ParameterName, Parameters } from '../../../../contracts/models/parameters.ts';
import { ProviderError } from '../../provider.ts';
import type { CallOptions, ChatRequest } from '../../provider.ts';
import { waysOf } from './table.ts';
import type { Dialect } from './table.ts';
import type { Fields, Ways } from './ways.ts';

type Settled = {
  /** The request without what goes as fields of its own. */
  request: ChatRequest;
  /** What the body gets. */
  fields: Fields;
  /** What the model does not take, by the names that the client used. */
  ignored: string[];
};

/** What becomes of the parameters of a request at a model. */
export function settle(dialect: Dialect, asked: ChatRequest): Settled {
  const ways = waysOf(dialect, asked.model);
  const given = givenParameters(asked);
  const ignored: string[] = [...(asked.unknown ?? [])];
  let fields: Fields = {};
  for (const name of parameterNames) {
    const value = given[name];
    if (value === undefined) continue;
    const way = ways[name] ?? { how: 'not possible' as const };
    const sent = way.how === 'not possible' ? undefined : (way.to?.(value, asked) ?? !way.to);
    if (!sent) ignored.push(nameFor(asked, name));
    else if (sent !== true) fields = { ...fields, ...sent };
  }
  return { request: withoutDoubt(asked, ways), fields, ignored };
}

/**
 * What a model is told of its thinking in its own words needs no effort beside it; one that is told of an effort alone
 * does not think where thinking is disabled.
 */
function withoutDoubt(asked: ChatRequest, { thinking: way }: Ways): ChatRequest {
  const { thinking, reasoning_effort: effort } = asked.parameters ?? {};
  if (thinking === undefined) return asked;
  const { reasoningEffort: _effort, ...rest } = asked;
  if (way?.how === 'carried') return effort ? asked : rest;
  const isOff = isJsonObject(thinking) && thinking['type'] === 'disabled';
  return isOff ? { ...rest, reasoningEffort: 'none' } : asked;
}

/** What the client calls a parameter. */
function nameFor({ names = {} }: Pick<ChatRequest, 'names'>, name: ParameterName): string {
  return names[name] ?? name;
}

/** What was asked for by a client or an agent. */
function givenParameters({ temperature, parameters = {} }: ChatRequest): Parameters {
  return { ...parameters, ...(temperature !== undefined && { temperature }) };
}

/**
 * Tells of what is ignored before the request goes out.
 * @throws {ProviderError} where nothing may be ignored.
 */
export function tellIgnored(
  provider: string,
  { model, strict }: Pick<ChatRequest, 'model' | 'strict'>,
  ignored: readonly string[],
  { onIgnored }: Pick<CallOptions, 'onIgnored'>,
): void {
  if (ignored.length === 0) return;
  if (!strict) return onIgnored?.(ignored);
  const names = ignored.join(', ');
  throw new ProviderError({
    provider,
    kind: 'invalid_request',
    code: 'PARAMETER_NOT_POSSIBLE',
    message: `${provider}:${model} does not take ${names}; remove it, or send the request without strict`,
  });
}

/** The names without an effort that the model was not told, under the name that was used for it. */
export function withoutEffort(request: ChatRequest, ignored: readonly string[]): string[] {
  const { reasoning_effort: effort, thinking } = request.parameters ?? {};
  const isThinking = effort === undefined && thinking !== undefined;
  const name = nameFor(request, isThinking ? 'thinking' : 'reasoning_effort');
  return ignored.includes(name) ? [...ignored] : [...ignored, name];
}
