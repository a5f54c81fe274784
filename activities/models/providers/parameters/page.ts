import { parameterNames } from '../../../../contracts/models/parameters.ts';
import type { ParameterName } from '../../../../contracts/models/parameters.ts';
import { dialects, parameterRows, waysOf } from './table.ts';
import type { Way } from './ways.ts';

/** A name of no model: what holds for those that nothing else is known of. */
const anyModel = '(any)';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function told(way: Way | undefined): string {
  if (!way || way.how === 'not possible') return '';
  return way.as === undefined ? 'yes' : way.as;
}

/** What each provider does with each parameter, as Markdown. */
export function parameterPage(): string {
  const shown = dialects.filter((dialect) => dialect !== 'demo');
  const common = parameterNames.map((name) =>
    row([`\`${name}\``, ...shown.map((dialect) => told(waysOf(dialect, anyModel)[name]))]),
  );
  const exceptions = parameterRows.flatMap(({ dialect, shown: models, ways }) => {
    if (models === undefined) return [];
    const entries = Object.entries(ways) as [ParameterName, Way][];
    return entries.map(([name, way]) =>
      row([dialect, models, `\`${name}\``, told(way) || 'ignored']),
    );
  });
  return [
    '# How Baton handles parameters',
    '',
    'Made from the code by `npm run vitest -- test/activities/models/providers/parameters.test.ts -u`. [Gateway](gateway.md) says how to use them.',
    '',
    '`yes`: Baton sends it unchanged. A text: Baton sends that instead. Empty: the provider does not support it; Baton ignores it and lists it in the header',
    '`baton-ignored`, or refuses the request if it has `strict: true`. `openai-responses` is OpenAI when Baton uses its Responses API;',
    '`compatible` is every OpenAI-compatible server in `BATON_DEPLOYMENTS` except `azure`, which is the same as `openai`.',
    '',
    row(['Parameter', ...shown]),
    row(['---', ...shown.map(() => '---')]),
    ...common,
    '',
    '## Models that differ',
    '',
    row(['Provider', 'Models', 'Parameter', '']),
    row(['---', '---', '---', '---']),
    ...exceptions,
    '',
    '`name`, `refusal`, `cache_control` and `strict` are parts of messages, tools and forms. `reasoning_effort` is ignored by models that do not reason,',
    'and by some models when a request has tools or forces a tool call.',
    '',
  ].join('\n');
}
