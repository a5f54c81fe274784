import { rights, rightsOfRoles, rightTexts, roles } from '../../contracts/access/roles.ts';
import type { RouteRule } from './add-rights.ts';

/** What each role may do, and which routes that are, as Markdown. */
export function roleTable(rules: readonly RouteRule[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const byRole = rights.map((right) =>
    row([
      `\`${right}\``,
      rightTexts[right],
      ...roles.map((role) => (rightsOfRoles[role].includes(right) ? 'yes' : '')),
    ]),
  );
  const routes = rights.flatMap((right) => [
    '',
    `## Routes that need \`${right}\``,
    '',
    ...rules
      .filter((rule) => rule.right === right)
      .map(({ method, url }) => `- \`${method} ${url.replace('*', ':id')}\``),
  ]);
  return [
    '# What each role may do',
    '',
    'Made from the code by `npm run vitest -- test/api/access/matrix.test.ts -u`. [Access](access.md) says how people get roles.',
    '',
    row(['Right', 'To', ...roles.map((role) => `\`${role}\``)]),
    row(['---', '---', ...roles.map(() => '---')]),
    ...byRole,
    ...routes,
    '',
  ].join('\n');
}
