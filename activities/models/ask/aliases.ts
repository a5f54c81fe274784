import { z } from 'zod';
import { isProviderName, providerNames } from '../provider-names.ts';
import { modelNameForm, parseModelName } from '../model-name.ts';

const example = 'fast=openai:gpt-5-mini,gemini:gemini-3-flash;deep=anthropic:claude-opus-5';

/** A name without a separator, which `provider:model` and `provider/model` have. */
const aliasPattern = /^[a-z][a-z0-9._-]*$/;

/** Names of this gateway's own. */
const reserved = ['default'];

const aliases = z.string().transform((text, context) => {
  const found: Record<string, string[]> = {};
  const refuse = (problem: string) =>
    context.addIssue({
      code: 'custom',
      message: `BATON_MODEL_ALIASES: ${problem}. Write a list such as ${example}.`,
    });
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const [, name = '', list = ''] = /^([^=]*)=(.*)$/s.exec(entry) ?? [];
    const alias = name.trim();
    const chain = list.split(',').map((model) => model.trim());
    const unreadable = chain.find((model) => !parseModelName(model));
    const unserved = chain.find((model) => !isProviderName(parseModelName(model)?.provider ?? ''));
    if (!aliasPattern.test(alias)) refuse(`"${entry}" does not begin with an alias and =`);
    else if (reserved.includes(alias))
      refuse(`"${alias}" is a reserved name for the chain of BATON_MODELS`);
    else if (Object.hasOwn(found, alias)) refuse(`"${alias}" is listed twice`);
    else if (unreadable !== undefined) refuse(`"${unreadable}" is not written as ${modelNameForm}`);
    else if (unserved !== undefined) {
      refuse(
        `the provider of "${unserved}" was not found; the providers are ${providerNames.join(', ')}`,
      );
    } else found[alias] = chain;
  }
  return found;
});

/** Short names for chains of models, for clients of the gateway. */
export const aliasEnvironment = z.object({
  /** `alias=model,model;alias=model`: the models of an alias are tried in order. */
  BATON_MODEL_ALIASES: aliases.default({}),
});
export type AliasEnvironment = z.output<typeof aliasEnvironment>;
