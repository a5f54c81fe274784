import { expect, it } from 'vitest';
import { temporalLink } from '../../../../web/src/pages/run/temporal-link.ts';

const path = '/temporal/namespaces/default/workflows/run_1';

it('leads to the UI that Baton serves by the name that the page was opened with', () => {
  expect(temporalLink(`http://127.0.0.1:3000${path}`, { port: '3000' })).toBe(path);
});

it.each([`http://127.0.0.1:8080${path}`, 'http://127.0.0.1:3000/namespaces/default'])(
  'leaves %s, another server’s, as it is',
  (url) => {
    expect(temporalLink(url, { port: '3000' })).toBe(url);
  },
);
