import { z } from 'zod';
import type { ModelLimits } from '../limits/model-limits.ts';
import { modelNameForm, parseModelName } from '../model-name.ts';
import type { ModelName } from '../model-name.ts';
import { priceEntry } from '../pay/prices/price-entry.ts';
import { isCompatibleName, isProviderName, providerNames } from '../provider-names.ts';
import { compatibleUrls } from '../providers/compatible.ts';

/** Logs hide the values of variables that are called so. */
const secretVariable = /KEY|TOKEN|SECRET/;

const model = z.string().superRefine((name, context) => {
  const parsed = parseModelName(name);
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  if (!parsed) refuse(`write ${modelNameForm}, or provider:* for all models of a provider`);
  else if (!isProviderName(parsed.provider) || parsed.provider === 'demo') {
    const names = providerNames.filter((one) => one !== 'demo').join(', ');
    refuse(
      `provider ${parsed.provider} not found: write one of ${names}; \`compatible\` is any other OpenAI-compatible server`,
    );
  } else if (parsed.model.includes('*') && parsed.model !== '*') {
    refuse('* stands for all models of a provider, not for a part of a name');
  }
});

const apiKeyEnv = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, {
    error: 'write the name of the environment variable that holds the key, not the key itself',
  })
  .regex(secretVariable, {
    error: 'name a variable with KEY, TOKEN or SECRET in its name: logs hide the values of those',
  });

const count = z.number().int().min(1).max(1e12);

const deployment = z
  .strictObject({
    /** How logs, records and pages call it. */
    name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,59}$/i, {
      error: 'write up to 60 letters, digits, dots, dashes and underscores',
    }),
    /** The name under which it is asked: `openai:gpt-5.2`, or `openai:*` for all models of a provider. */
    model,
    /** The environment variable that holds its key. */
    apiKeyEnv: apiKeyEnv.optional(),
    baseUrl: z.url({ protocol: /^https?$/, error: 'write an http(s) URL' }).optional(),
    /** What its server calls the model, where that is not the model's own name. */
    upstreamModel: z.string().trim().min(1).optional(),
    /** Which of OpenAI's APIs it speaks. */
    api: z.enum(['chat', 'responses']).optional(),
    /** Its share of the calls beside the others of the same model. */
    weight: z.number().positive().max(1_000).default(1),
    rpm: count.optional(),
    tpm: count.optional(),
    concurrency: count.optional(),
    price: priceEntry.optional(),
  })
  .superRefine(({ model: name, baseUrl, upstreamModel, api, price, apiKeyEnv: key }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const parsed = parseModelName(name);
    if (!parsed) return;
    const { provider } = parsed;
    if (isCompatibleName(provider)) {
      if (!baseUrl && !compatibleUrls[provider]) refuse('baseUrl', urlHint[provider] ?? anyUrl);
    } else if (!key && provider !== 'ollama') {
      refuse('apiKeyEnv', 'name the environment variable that holds the key');
    }
    if (api && provider !== 'openai')
      refuse('api', 'only models of openai have this setting: remove it');
    if (parsed.model !== '*') return;
    if (upstreamModel)
      refuse('upstreamModel', 'give each model its own deployment instead of provider:*');
    if (price) refuse('price', 'give each model its own deployment instead of provider:*');
  });

const anyUrl = 'give the URL of the server, with its version, such as http://127.0.0.1:8000/v1';
const urlHint: Record<string, string> = {
  azure: 'give the URL of your resource, such as https://RESOURCE.openai.azure.com/openai/v1',
};

/** How calls are shared among the deployments of a model. */
const strategies = ['weighted', 'least-busy'] as const;

/** The file of deployments. */
export const deploymentsFile = z
  .strictObject({
    routingStrategy: z.enum(strategies).default('weighted'),
    deployments: z.array(deployment).min(1, { error: 'list at least one deployment' }),
  })
  .superRefine(({ deployments }, context) => {
    deployments.forEach(({ name }, index) => {
      const first = deployments.findIndex((other) => other.name === name);
      if (first === index) return;
      const message = `deployments.${first} has the same name: give each its own`;
      context.addIssue({ code: 'custom', path: ['deployments', index, 'name'], message });
    });
  });

type Written = z.output<typeof deployment>;

/** One way to a model: a key, a server, and what it allows. */
export type Deployment = Pick<Written, 'name' | 'baseUrl' | 'upstreamModel' | 'api' | 'weight'> & {
  provider: string;
  /** The models that it serves: one as `provider:model`, or all of its provider. */
  model: ModelName | '*';
  /** Never shown; `apiKeyEnv` is. */
  apiKey: string | undefined;
  apiKeyEnv: string | undefined;
  limits: Partial<ModelLimits>;
  price?: Written['price'];
};

export type Deployments = {
  routingStrategy: (typeof strategies)[number];
  deployments: readonly Deployment[];
};

export const noDeployments: Deployments = { routingStrategy: 'weighted', deployments: [] };

/** A model at one of its deployments, in words and as a key; no name of a model has a space. */
export function deployedName(modelName: string, deploymentName: string | undefined): string {
  return deploymentName === undefined ? modelName : `${modelName} (${deploymentName})`;
}
