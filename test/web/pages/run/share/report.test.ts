import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { html } from '../../../../../web/src/pages/run/share/html.ts';
import { reportOf } from '../../../../../web/src/pages/run/share/report.ts';
import type { Report } from '../../../../../web/src/pages/run/share/report.ts';
import { stepOf } from '../steps.ts';
import { dataOf, instant, nodeFrom } from '../film/films.ts';

const attack = `</style></pre><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;

/** A run in which users, models and tools have written a text wherever they can. */
function reportWith(text: string): Report {
  const { run, steps, approvals } = dataOf({
    nodes: [
      nodeFrom('read', 0, 10, { output: { text } }),
      nodeFrom('send', 10, 20, { status: 'failed', error: { type: 'Error', message: text } }),
    ],
    steps: [stepOf('read', 'tool', { end: 9, label: text, input: { text }, output: text })],
    approvals: [
      {
        title: text,
        status: 'approved',
        requestedAt: instant(1),
        args: { text },
        decision: {
          by: text,
          comment: text,
          args: { text },
          at: instant(2),
          via: 'api',
          despite: [],
          callError: null,
        },
      },
    ],
    run: {
      title: text,
      user: text,
      input: { text },
      output: text,
      costUsd: '0',
      usage: { inputTokens: 1, outputTokens: 2 },
      outcome: { name: 'no-order', title: text, text },
    },
    end: 20,
  });
  const conversation = {
    id: 'run_1/read',
    nodePath: 'read',
    agent: { name: 'reader', role: text },
    openedAt: instant(0),
    messages: [
      { turn: 0, at: instant(1), message: { role: 'user' as const, text } },
      {
        turn: 1,
        at: instant(2),
        message: {
          role: 'assistant' as const,
          text,
          reasoning: [],
          model: text,
          toolCalls: [{ id: '1', name: text, args: {} }],
        },
      },
    ],
  };
  return {
    run,
    steps,
    approvals,
    conversations: [conversation],
    titleOf: () => text,
    note: text,
  };
}

describe('a run that is saved as a file', () => {
  it('has nothing that runs or is fetched, whatever people, models and tools wrote', () => {
    const { document } = new JSDOM(reportOf(reportWith(attack))).window;
    expect(document.querySelectorAll('script, img, link, iframe, a, form')).toHaveLength(0);
    const handlers = [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    );
    expect(handlers).toEqual([]);
    const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
    expect(policy?.getAttribute('content')).toBe("default-src 'none'; style-src 'unsafe-inline'");
  });

  it('says what the run was, gave and cost, and what was done in it', () => {
    const { document } = new JSDOM(reportOf(reportWith('Tides & <moons>'))).window;
    const { textContent } = document.body;
    expect(document.title).toBe('Tides & <moons>');
    const headings = [...document.querySelectorAll('h2')].map((heading) => heading.textContent);
    expect(headings).toEqual([
      'Output',
      'Approvals',
      'Nodes',
      'Timeline',
      'Conversations',
      'Input',
    ]);
    expect(textContent).toContain('Approved by Tides & <moons>');
    expect(textContent).toContain('$0.00');
  });

  it('draws outputs as what they are', () => {
    const report = '# Findings\n\nIt **rises**. [More](https://example.com)\n\n- one\n- two';
    const { document } = new JSDOM(
      reportOf({
        ...reportWith('x'),
        run: {
          ...reportWith('x').run,
          output: {
            report: { report, source: 'a book' },
            decision: { action: 'open_long', reason: 'It rises.' },
            rows: [
              { name: 'a', parts: 1 },
              { name: 'b', parts: 2 },
            ],
            seen: { price: 1494.8100589999, at: '2026-11-28T03:31:25.123Z' },
            line: [3, 1, 4, 1, 5, 9],
          },
        },
      }),
    ).window;
    const output = [...document.querySelectorAll('section')].find(
      (section) => section.querySelector('h2')?.textContent === 'Output',
    )!;
    expect(output.querySelector('strong')?.textContent).toBe('rises');
    expect(output.querySelectorAll('li').length).toBeGreaterThanOrEqual(2);
    expect(output.querySelector('.lead')?.textContent).toBe('Open long');
    expect([...output.querySelectorAll('th')].map((cell) => cell.textContent)).toEqual([
      'Name',
      'Parts',
    ]);
    expect(output.querySelector('svg')?.getAttribute('aria-label')).toContain('6 values');
    expect(output.textContent).toContain('First 3 · lowest 1, highest 9 · last 9');
    expect(output.textContent).toContain('1494.8101');
    expect(output.textContent).not.toContain('2026-11-28T03');
    expect(output.querySelector('a')).toBeNull();
  });

  it('keeps every text as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        const { document } = new JSDOM(html`<p title="${text}">${text}</p>`.html).window;
        const paragraph = document.querySelector('p');
        expect(paragraph?.textContent).toBe(text);
        expect(paragraph?.title).toBe(text);
      }),
    );
  });
});
