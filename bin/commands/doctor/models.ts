import { createModelRouter } from '../../../activities/models/ask/create-router.ts';
import type { ModelStatuses } from '../../../activities/models/ask/create-router.ts';
import { deploymentsEnvironment } from '../../../activities/models/deployments/env.ts';
import { readDeployments } from '../../../activities/models/deployments/read-deployments.ts';
import { limitsEnvironment } from '../../../activities/models/limits/env.ts';
import { modelEnvironment } from '../../../activities/models/env.ts';
import { defaultModels } from '../../../activities/models/ask/default-models.ts';
import { findOllamaModel } from '../../../activities/models/providers/ollama-models.ts';
import { EnvironmentProblem, readEnvironment } from '../../../contracts/base/read-environment.ts';
import type { Check, Finding } from '../../client/finding.ts';

/** What the settings of this terminal come to, which a server in another one need not have. */
const what = 'Models from local settings';

/** Which models agents would use with these settings. Keys are named, never shown. */
export const models: Check = {
  what: 'Models',
  async run(env) {
    const environment = {
      ...readEnvironment(modelEnvironment, env),
      ...readEnvironment(limitsEnvironment, env),
    };
    const { BATON_DEPLOYMENTS: file } = readEnvironment(deploymentsEnvironment, env);
    const deployments = await readDeployments(file, env).catch((error: unknown) => {
      if (error instanceof EnvironmentProblem) return error;
      throw error;
    });
    if (deployments instanceof Error) {
      return [{ status: 'fail', what: 'BATON_DEPLOYMENTS', detail: deployments.message }];
    }
    const router = await createModelRouter(environment, { deployments });
    const { defaultChain, missing } = router;
    const gaps = missing(defaultChain);
    const isDemo = defaultChain.every((name) => name.startsWith('demo:'));
    const local = await findOllamaModel(environment.OLLAMA_HOST);
    const chain: Finding = isDemo
      ? {
          status: 'warn',
          what,
          detail: 'demo model, no LLM: decides by fixed rules',
          fix: 'set the key of a provider, or start Ollama',
        }
      : { status: 'ok', what, detail: defaultChain.join(', then ') };
    return [
      ...(gaps.length > 0 ? [] : [chain]),
      ...gaps.map((gap): Finding => ({ status: 'fail', what, detail: gap })),
      ...defaultModels.map(({ key }): Finding => {
        const isSet = environment[key] !== undefined;
        return { status: 'ok', what: key, detail: isSet ? 'set' : 'not set' };
      }),
      ...(await deploymentFindings(router)),
      {
        status: 'ok',
        what: 'Ollama',
        detail: local ? `responds, with ${local}` : `no model at ${environment.OLLAMA_HOST}`,
      },
    ];
  },
};

/** Each deployment: where it is, from where its key comes, what it may and can do. */
async function deploymentFindings(router: ModelStatuses): Promise<Finding[]> {
  const statuses = await router.status((error) => {
    throw error;
  });
  return statuses.flatMap(({ model, deployment, limits }): Finding[] => {
    if (!deployment) return [];
    const { name, server, keyFrom, weight, can } = deployment;
    const { requestsPerMinute, tokensPerMinute, concurrency } = limits;
    const detail = [
      `${model} at ${server}`,
      keyFrom ? `key from ${keyFrom}` : 'no key',
      `weight ${weight}`,
      `${requestsPerMinute.toLocaleString('en')} requests and ${tokensPerMinute.toLocaleString('en')} tokens a minute`,
      `${concurrency} at once`,
      `can ${can.join(', ')}`,
    ].join('; ');
    return [{ status: 'ok', what: `Deployment ${name}`, detail }];
  });
}
