import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandLine, quoted } from '../../../../activities/services/ssh/ssh.ts';

const anything = { pattern: '[^]*' };

describe('a command line', () => {
  test('keeps every argument one word of a shell, whatever is in it', () => {
    const word = fc
      .string({ unit: 'binary', maxLength: 30 })
      // A process takes no NUL among its arguments, and lone surrogates are no text.
      .filter((text) => text.isWellFormed() && !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const script = `printf '%s\\0' ${words.map(quoted).join(' ')}`;
        const given = execFileSync('/bin/sh', ['-c', script]).toString().split('\0').slice(0, -1);
        expect(given).toEqual(words);
      }),
      { numRuns: 60 },
    );
  });

  test('refuses a value whose pattern would take for ever', () => {
    const slow = { run: ['echo', '{value}'], arguments: { value: { pattern: '(a+)+' } } };
    expect(() => commandLine('show', slow, { value: `${'a'.repeat(100)}!` })).toThrow('fits (a+)+');
    expect(commandLine('show', slow, { value: 'aaa' })).toBe("'echo' 'aaa'");
  });

  test.each([
    '$(reboot)',
    '`id`',
    'a; rm -rf /',
    "'; id; '",
    'a && b',
    '| cat',
    '> /etc/passwd',
    '"',
    '\\',
  ])('does not let %s out of its word', (value) => {
    const line = commandLine(
      'show',
      { run: ['echo', 'x={value}'], arguments: { value: anything } },
      { value },
    );
    expect(execFileSync('/bin/sh', ['-c', line]).toString()).toBe(`x=${value}\n`);
  });

  const command = {
    run: ['systemctl', 'status', '{service}', '--lines={lines}'],
    arguments: {
      service: { oneOf: ['nginx', '-weird'], description: 'the service' },
      lines: { pattern: '[0-9]{1,3}' },
    },
  };
  const values = { service: 'nginx', lines: '20' };

  test('is the words of the command, with the values in their places', () => {
    expect(commandLine('status', command, values)).toBe(
      "'systemctl' 'status' 'nginx' '--lines=20'",
    );
    expect(commandLine('status', command, { ...values, service: '-weird' })).toContain("'-weird'");
  });

  test.each([
    [{ service: 'sshd' }, /service: the service: one of nginx/],
    [{ lines: '20; id' }, /lines: a text that fits/],
    [{ lines: '2\n0' }, /lines contains a control character/],
    [{ lines: '-5' }, /lines starts with "-"/],
    [{ more: 'x' }, /argument more not found: give service, lines/],
    [{ lines: undefined }, /lines is missing/],
  ])('takes no others: %j', (change, message) => {
    const given = Object.entries({ ...values, ...change }).filter(
      ([, value]) => value !== undefined,
    );
    expect(() => commandLine('status', command, Object.fromEntries(given) as never)).toThrow(
      message,
    );
  });

  test('a value is not looked through for placeholders', () => {
    const two = { run: ['echo', '{a}', '{b}'], arguments: { a: anything, b: anything } };
    expect(commandLine('show', two, { a: '{b}', b: 'x' })).toBe("'echo' '{b}' 'x'");
  });
});
