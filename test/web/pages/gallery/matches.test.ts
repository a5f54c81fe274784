import { expect, test } from 'vitest';
import { findTemplates, matchTemplates } from '../../../../web/src/pages/gallery/matches.ts';
import { generalTemplates } from '../../../../web/src/pages/gallery/templates.ts';
import { templates as tradingTemplates } from '../../../../web/src/trading/templates.ts';

const all = [...generalTemplates, ...tradingTemplates];
const best = (asked: string) => matchTemplates(all, asked, (name) => name)[0]?.name;

test.each([
  ['Sort the support mails of our customers and draft a reply', 'support-triage'],
  ['read invoices and extract the fields', 'invoice-extraction'],
  ['two reviewers look at every pull request', 'code-review'],
  ['summarize an outage from its log', 'incident-summary'],
  ['write the minutes of a meeting', 'meeting-notes'],
  ['a committee of experts votes, with a quorum', 'committee-vote'],
  ['let a bull and a bear argue', 'bull-and-bear'],
  ['rebalance my portfolio every month', 'rebalance'],
])('"%s" is matched best by %s', (asked, name) => {
  expect(best(asked)).toBe(name);
});

test('what has nothing in common with any template is matched by none', () => {
  expect(matchTemplates(all, 'zebra xylophone', (name) => name)).toEqual([]);
  expect(matchTemplates(all, '', (name) => name)).toEqual([]);
});

test('a search finds the templates that have every word of it, and without words all of them', () => {
  expect(findTemplates(all, 'pull req', (name) => name).map(({ name }) => name)).toEqual([
    'code-review',
  ]);
  expect(findTemplates(all, '  ', (name) => name)).toEqual(all);
});
