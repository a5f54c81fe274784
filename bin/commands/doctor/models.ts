import { createModelRouter } from '../../../activities/models/create-router.ts';
import { modelEnvironment } from '../../../activities/models/env.ts';
import { findOllamaModel } from '../../../activities/models/providers/ollama.ts';
import { readEnvironment } from '../../../contracts/read-environment.ts';
import type { Check, Finding } from './finding.ts';

const keys = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'] as const;

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
          what: 'Models',
          detail: 'demo model, no LLM: it decides by a fixed rule',
          fix: `set ${keys.join(' or ')}, or start Ollama`,
        }
      : { status: 'ok', what: 'Models', detail: defaultChain.join(', then ') };
    return [
      chain,
      ...gaps.map((gap): Finding => ({ status: 'fail', what: 'Models', detail: gap })),
      ...keys.map((key): Finding => {
        const isSet = environment[key] !== undefined;
        return { status: 'ok', what: key, detail: isSet ? 'set' : 'not set' };
      }),
      {
        status: 'ok',
        what: 'Ollama',
        detail: local ? `answers, with ${local}` : `no model at ${environment.OLLAMA_HOST}`,
      },
    ];
  },
};
