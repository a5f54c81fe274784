import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Outcome } from '../../../../web/src/components/approval/outcome.tsx';

const decision = { by: 'ann', comment: null, args: null, at: null, via: null };
const seen = (more: { despite: string[]; callError: string | null }) =>
  renderToStaticMarkup(createElement(Outcome, { decision: { ...decision, ...more } }))
    .replaceAll(/<[^>]+>/g, ' ')
    .trim();

it('says each warning that was overridden, and why the approved call failed', () => {
  expect(seen({ despite: ['cash: 5 USD are free'], callError: 'The order was denied.' })).toBe(
    'Despite the warning: cash: 5 USD are free  The approved call failed: The order was denied.',
  );
});

it('says nothing of a call that went as it was asked for', () => {
  expect(seen({ despite: [], callError: null })).toBe('');
});
