import { z } from 'zod';
import { EnvironmentProblem } from '../../../../contracts/base/read-environment.ts';
import { modelNameForm, parseModelName } from '../../model-name.ts';
import { readSettingFile } from '../../read-setting-file.ts';
import { priceEntry, unitPricesOf } from './price-entry.ts';
import type { UnitPrices } from './unit-prices.ts';

const file = z.record(
  z.string().refine((name) => parseModelName(name), { error: `write ${modelNameForm}` }),
  priceEntry,
);

const example =
  'Write a price for each model, in US dollars for a million tokens, such as ' +
  '{"openai:my-model": {"input": 1.25, "cachedInput": 0.125, "output": 10}}.';

/**
 * The prices that users give their models, by `provider:model`.
 * @param path a JSON file.
 * @throws {EnvironmentProblem} that lists every mistake.
 */
export async function readOwnPrices(path: string): Promise<Map<string, UnitPrices>> {
  const { success, data, error } = file.safeParse(
    parse(path, await readSettingFile('BATON_PRICES', path)),
  );
  if (success) {
    const source = `BATON_PRICES ${path}`;
    return new Map(
      Object.entries(data).map(([model, entry]) => [model, unitPricesOf(entry, source)]),
    );
  }
  const mistakes = error.issues.map((issue) => {
    const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
    return `  ${issue.path.join('.') || 'the file'}: ${inner ?? issue.message}`;
  });
  throw new EnvironmentProblem(
    [`BATON_PRICES: ${path} has errors:`, ...mistakes, example].join('\n'),
  );
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EnvironmentProblem(`BATON_PRICES: ${path} is not JSON: ${reason}. ${example}`);
  }
}
