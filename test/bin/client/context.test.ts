import { expect, test } from 'vitest';
import { hasColors } from '../../../bin/client/context.ts';

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{}, {}, false],
  [{}, { CI: 'true' }, false],
  [{}, { FORCE_COLOR: '1' }, true],
  [{}, { FORCE_COLOR: '0' }, false],
  [{}, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('output to %j with %j has colors: %s', (stream, env, expected) => {
  expect(hasColors(stream, env)).toBe(expected);
});
