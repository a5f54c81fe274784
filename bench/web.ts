import type { Browser, Page } from 'playwright-core';
import { findChromium } from '../test/browser/support/chromium.ts';
import type { Bench, Result } from './measurement.ts';
import { launchBrowser, signIn } from './web/browser.ts';
import { largePipeline, usualPipeline, widePipeline } from './web/documents.ts';
import { measureFilm } from './web/film.ts';
import { measureFirstLoad } from './web/first-load.ts';
import { framesText } from './web/frames.ts';
import { measureCanvas, measureOpening, measurePlainPage } from './web/large-pipeline.ts';
import type { Opened } from './web/large-pipeline.ts';
import type { Gestures } from './web/frames.ts';
import { measureLongRun } from './web/long-run.ts';
import type { LongRun } from './web/long-run.ts';
import {
  canvasResults,
  filmResults,
  firstLoadResults,
  longRunResults,
  typingResults,
} from './web/results.ts';
import { startSite } from './web/site.ts';
import type { BenchSite } from './web/site.ts';
import { fields, measureTyping } from './web/typing.ts';
import type { Typing } from './web/typing.ts';

const rounds = 2;
const runs = { large: 'run_large', ended: 'run_ended', small: 'run_small', live: 'run_live' };
/** Each step tells of its beginning and of its end. */
const steps = { ended: 2_500, small: 20, live: 2_000 };
const live = { steps: 500, perSecond: 60 };

/** Each with 500 nodes, and with a few. */
const pages = {
  editor: {
    large: `/pipelines/${largePipeline.name}/edit`,
    small: `/pipelines/${usualPipeline.name}/edit`,
  },
  'page of a run': { large: `/runs/${runs.large}`, small: `/runs/${runs.small}` },
};
type PageName = keyof typeof pages;

/** The web app in a real browser: its first load, a canvas of 500 nodes, keys in an editor of 200, a run of 5,000 events, and its film. */
export async function web(bench: Bench): Promise<Result[]> {
  const executable = findChromium();
  if (!executable) {
    console.log('Chromium is not installed (Debian: chromium): the web app is not measured');
    return [];
  }
  const site = await startSite(bench, { runs, steps });
  const browser = await launchBrowser(executable);
  bench.cleanup.add(() => browser.close());
  return [
    ...(await firstLoads(browser, site)),
    ...(await canvases(browser, site)),
    ...(await keys(browser, site)),
    ...(await longRuns(browser, site)),
    ...(await films(browser, site)),
  ];
}

async function firstLoads(browser: Browser, site: BenchSite): Promise<Result[]> {
  const loads = [];
  for (let load = 0; load < 3; load += 1) loads.push(await measureFirstLoad(browser, site));
  // The first is the server's first too.
  return firstLoadResults(loads.slice(1));
}

async function canvases(browser: Browser, site: BenchSite): Promise<Result[]> {
  const context = await signIn(browser, site);
  const opened: Record<PageName, Opened[]> = { editor: [], 'page of a run': [] };
  const smallMs: Record<PageName, number[]> = { editor: [], 'page of a run': [] };
  const plain: Gestures[] = [];
  // Taken in turns, so that a drift of the machine's speed falls on all alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const name of Object.keys(pages) as PageName[]) {
      plain.push(await measurePlainPage(context));
      smallMs[name].push(await measureOpening(context, pages[name].small));
      opened[name].push(await measureCanvas(context, pages[name].large));
    }
  }
  await context.close();
  return (Object.keys(pages) as PageName[]).flatMap((name) =>
    canvasResults(name, largePipeline.nodes.length, {
      opened: opened[name],
      smallMs: smallMs[name],
      plain,
    }),
  );
}

/** Keys in the editor of a pipeline of 200 nodes. */
async function keys(browser: Browser, site: BenchSite): Promise<Result[]> {
  const context = await signIn(browser, site);
  const path = `/pipelines/${widePipeline.name}/edit`;
  const typing = new Map<string, Typing[]>(Object.keys(fields).map((where) => [where, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [where, way] of Object.entries(fields)) {
      typing.get(where)?.push(await measureTyping(context, path, way));
    }
  }
  await context.close();
  return typingResults(widePipeline.nodes.length, typing);
}

async function longRuns(browser: Browser, site: BenchSite): Promise<Result[]> {
  const context = await signIn(browser, site);
  const ended: LongRun[] = [];
  const small: LongRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    small.push(await measureLongRun(context, runs.small, { steps: steps.small }));
    ended.push(await measureLongRun(context, runs.ended, { steps: steps.ended }));
  }
  let between: number[] = [];
  const working = site.work(live);
  const streamed = await measureLongRun(context, runs.live, {
    steps: steps.live,
    async meanwhile(page) {
      between = await framesUntil(page, working);
      return steps.live + live.steps;
    },
  });
  await context.close();
  return [
    ...longRunResults('ended run', { events: 2 * steps.ended, runs: ended, small }),
    ...longRunResults('run under way', {
      events: 2 * (steps.live + live.steps),
      runs: [streamed],
      small,
      details: [
        `${2 * live.perSecond} events a second while it was opened and watched: ${framesText(between)}`,
      ],
    }),
  ];
}

/** A run of many events, and one of many nodes, scrubbed from its end to its beginning and back. */
async function films(browser: Browser, site: BenchSite): Promise<Result[]> {
  const context = await signIn(browser, site);
  const ended = [];
  const large = [];
  for (let round = 0; round < rounds; round += 1) {
    ended.push(await measureFilm(context, runs.ended));
    large.push(await measureFilm(context, runs.large));
  }
  await context.close();
  return [
    ...filmResults(`a run of ${2 * steps.ended} events`, { shown: ended }),
    ...filmResults(`a run of ${largePipeline.nodes.length} nodes`, { shown: large }),
  ];
}

/** The frames of a page while something goes on that nobody at the page does. */
async function framesUntil(page: Page, end: Promise<void>): Promise<number[]> {
  await page.evaluate('bench.startFrames()');
  await end;
  return page.evaluate<number[]>('bench.stopFrames()');
}
