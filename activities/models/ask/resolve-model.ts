import type { Target } from './ask-model.ts';
import type { ModelEnvironment } from '../env.ts';
import { modelNameForm, parseModelName } from '../model-name.ts';
import type {
  ModelProvider,
  CallOptions,
  ChatRequest,
  ChatResponse,
  TextToolsReason,
} from '../provider.ts';
import type { DemoAnswer } from '../providers/demo/answer.ts';
import { isCompatibleName, providerNames } from '../provider-names.ts';
import { noDeployments } from '../deployments/deployment.ts';
import type { Deployments } from '../deployments/deployment.ts';
import { openDeployments } from '../deployments/open-deployments.ts';
import { setUpCompatible } from '../deployments/served-models.ts';
import { providerEntry, providerTable } from '../providers/index.ts';
import { addUsage } from '../add-usage.ts';
import { ProviderError } from '../provider.ts';
import { tellWhole } from '../providers/wire/tell-whole.ts';
import { readFromWords } from './text-tools/from-words.ts';
import { inWords } from './text-tools/in-words.ts';

/** After as many failures in a row within a run, a model's own way of calling is not tried again there. */
const mostFailures = 2;
/** Runs and models that are kept in mind; those that failed longest ago are forgotten. */
const mostKept = 1_000;

/**
 * A provider whose models can all call tools. A model that refuses tools is asked in words: tools are explained in
 * the system text, and calls are read from the answer. So is one whose calling fails: it had to call and did
 * not. It is asked once more then, and usage is that of both. Arguments that cannot be read are a failure too, but stay
 * as they were written. An answer that is nothing but calls written as text, although it could have called, is taken
 * as the calls that it is. A model that refuses is asked in words from then on, as long as the process lives; one that
 * fails twice in a row within a run, for the rest of that run. `onTextTools` is told of each request in words.
 */
export function withTextTools(provider: ModelProvider): ModelProvider {
  const refusing = new Set<string>();
  const failures = new Map<string, number>();

  /** Calls that belong to no run know nothing of each other. */
  function keyOf(model: string, { runId }: CallOptions): string | undefined {
    return runId === undefined ? undefined : `${runId} ${model}`;
  }

  function failuresOf(key: string | undefined): number {
    return key === undefined ? 0 : (failures.get(key) ?? 0);
  }

  function countFailure(key: string | undefined): void {
    if (key === undefined) return;
    const count = failuresOf(key) + 1;
    // A map keeps the order in which its entries were added.
    failures.delete(key);
    failures.set(key, count);
    const [oldest] = failures.keys();
    if (failures.size > mostKept && oldest !== undefined) failures.delete(oldest);
  }

  async function askInWords(
    request: ChatRequest,
    options: CallOptions,
    why: TextToolsReason,
  ): Promise<ChatResponse> {
    if (request.tools.length > 0) options.onTextTools?.(why);
    const asked = inWords(request);
    if (request.toolChoice === 'none') return provider.chat(asked, options);
    const words = readFromWords(request, 'in words', options);
    const answer = await provider.chat(asked, words.options);
    return words.finish(answer, words.read(answer));
  }

  async function askOnceMore(request: ChatRequest, options: CallOptions, first: ChatResponse) {
    options.onRetry?.();
    try {
      const second = await askInWords(request, options, 'failed');
      return { ...second, usage: addUsage(first.usage, second.usage) };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // What was paid for is better than nothing.
      if (options.onDelta) tellWhole(first, options.onDelta);
      return first;
    }
  }

  return {
    ...provider,
    async chat(request, options) {
      const { model, tools, toolChoice } = request;
      const key = keyOf(model, options);
      if (refusing.has(model)) return askInWords(request, options, 'refuses');
      if (failuresOf(key) >= mostFailures) return askInWords(request, options, 'failed');
      if (tools.length === 0 || toolChoice === 'none') return provider.chat(request, options);

      const words = readFromWords(request, 'natively', options);
      const answer = await provider.chat(request, words.options).catch(unlessUnsupported);
      if (!answer) {
        refusing.add(model);
        return askInWords(request, options, 'refuses');
      }
      const read = words.read(answer);
      if (hasFailed(request, read)) {
        countFailure(key);
        if (read.toolCalls.length === 0) return askOnceMore(request, options, read);
      } else if (answer.toolCalls.length > 0 && key !== undefined) failures.delete(key);
      return words.finish(answer, read);
    },
  };
}

function unlessUnsupported(error: unknown): undefined {
  if (error instanceof ProviderError && error.kind === 'tools_unsupported') return undefined;
  throw error;
}

/** A call was demanded and none came, or arguments cannot be read; not where the answer was cut or filtered. */
function hasFailed({ toolChoice }: ChatRequest, { finish, toolCalls }: ChatResponse): boolean {
  if (finish === 'length' || finish === 'content_filter') return false;
  const isMissing = toolChoice !== 'auto' && toolCalls.length === 0;
  return isMissing || toolCalls.some(({ argsError }) => argsError !== undefined);
}

/** Who serves a model, each of its deployments where it has some, or what is missing for it. */
export type Resolved = Served | { missing: string };
export type Served = Target & { deployments?: readonly Target[] };

/**
 * Finds who serves a name, over the providers that the environment configures.
 * @param options.observe is given each provider as it speaks to its server.
 * @param options.demo how the demo model answers.
 */
export async function createResolver(
  env: ModelEnvironment,
  {
    observe = (provider) => provider,
    demo,
    deployments = noDeployments,
  }: {
    observe?: ((provider: ModelProvider) => ModelProvider) | undefined;
    demo?: DemoAnswer | undefined;
    deployments?: Deployments | undefined;
  } = {},
): Promise<(name: string) => Resolved> {
  const deployed = await openDeployments(deployments, env, (provider) =>
    withTextTools(observe(provider)),
  );
  const providers = new Map(
    await Promise.all(
      Object.entries(providerTable).map(async ([name, entry]) => {
        const provider = await entry.create(env, demo);
        return [name, provider && withTextTools(observe(provider))] as const;
      }),
    ),
  );
  const names = providerNames.join(', ');
  return (text) => {
    const parsed = parseModelName(text);
    if (!parsed) return { missing: `not written as ${modelNameForm}` };
    const { name, provider, model } = parsed;
    const targets = deployed(name).map((one): Target => ({ name, model, ...one }));
    const [first] = targets;
    if (first) return { ...first, deployments: targets };
    if (isCompatibleName(provider)) return { missing: setUpCompatible(provider, deployments) };
    const entry = providerEntry(provider);
    if (!entry) return { missing: `provider ${provider} not found; the providers are ${names}` };
    if (entry.models && !entry.models.includes(model)) {
      return { missing: `${provider} has no model ${model}; it has ${entry.models.join(', ')}` };
    }
    const served = providers.get(provider);
    return served ? { name, provider: served, model } : { missing: entry.setUp };
  };
}
