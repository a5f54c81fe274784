import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { defaultModels } from '../activities/models/ask/default-models.ts';
import { parseModelName } from '../activities/models/model-name.ts';
import { additionalModels } from '../activities/models/pay/prices/additional-prices.ts';
import { createPrices } from '../activities/models/pay/prices/prices.ts';
import { priceDifferences, readPriceList } from '../activities/models/pay/prices/price-lists.ts';

/** Lists of prices that others keep. */
const usualLists = [
  'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
  'https://models.dev/api.json',
];

const help = `npm run prices -- [--list FILE-OR-URL]… [--model PROVIDER:MODEL]… [--write FILE]

Compares Baton's prices with those of LiteLLM and models.dev, and lists the differences with the date. --write saves the
prices of the first list, for models that differ, in a file for BATON_PRICES.`;

const { values } = parseArgs({
  options: {
    list: { type: 'string', multiple: true },
    model: { type: 'string', multiple: true },
    write: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(help);
  process.exit();
}

const at = new Date();
const usualModels = new Set([...defaultModels.map(({ name }) => name), ...additionalModels]);
const { list: sources = usualLists, model: models = [...usualModels] } = values;
const lists = await Promise.all(
  sources.map(async (source) => readPriceList(source, JSON.parse(await textOf(source)))),
).catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`No list of prices could be read (${reason}). Name a file with --list.`);
  process.exit(1);
});
const differences = priceDifferences(models, { prices: createPrices(), lists, at });
console.log(
  `Prices of ${models.length} models on ${at.toISOString().slice(0, 10)}, by ${sources.join(' and ')}:`,
);
for (const { model, list, price, ours, theirs } of differences) {
  console.log(`${model}: ${price} is ${ours} here, and ${theirs} in ${list}`);
}
if (differences.length === 0) console.log('no differences');
if (values.write !== undefined) {
  const [first] = lists;
  const changed = new Set(
    differences.filter(({ list }) => list === first?.name).map(({ model }) => model),
  );
  const entries = [...changed].map((model) => {
    const { provider = '', model: name = '' } = parseModelName(model) ?? {};
    return [model, first?.find(provider, name)];
  });
  await writeFile(values.write, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
  console.log(
    `${entries.length} prices are in ${values.write}. Set BATON_PRICES=${values.write} to use them.`,
  );
}

async function textOf(source: string): Promise<string> {
  if (!/^https?:/.test(source)) return readFile(source, 'utf8');
  const response = await fetch(source).catch((cause: unknown) => {
    throw new Error(`${source} does not respond`, { cause });
  });
  if (!response.ok) throw new Error(`${source} answered ${response.status}`);
  return response.text();
}
