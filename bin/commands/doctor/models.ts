import { createModelRouter } from '../../../activities/models/ask/create-router.ts';
import { modelEnvironment } from '../../../activities/models/env.ts';
import { defaultModels } from '../../../activities/models/ask/default-models.ts';
import { findOllamaModel } from '../../../activities/models/providers/ollama-models.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import type { Check, Finding } from '../../client/finding.ts';

/** What the settings of this terminal come to, which a server in another one need not have. */
const what = 'Models from local settings';

/** Which models agents would use with these settings. Keys are named, never shown. */
export const models: Check = {
  what: 'Models',
  async run(env) {
    const environment = readEnvironment(modelEnvironment, env);
    const { defaultChain, missing } = await createModelRouter(environment);
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
      {
        status: 'ok',
        what: 'Ollama',
        detail: local ? `responds, with ${local}` : `no model at ${environment.OLLAMA_HOST}`,
      },
    ];
  },
};
