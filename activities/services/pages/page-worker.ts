import { parentPort } from 'node:worker_threads';
import { parsePage } from './parse-page.ts';
import type { Page, PageSource } from './page.ts';

/** What the thread says: that it is ready, or what came of a page. */
export type FromWorker = 'ready' | { page: Page } | { problem: string };

/** A thread that reads pages, one after the other: it is given each as a {@link PageSource}. */
const parent = parentPort!;
const say = (message: FromWorker) => parent.postMessage(message, []);

parent.on('message', (source: PageSource) => {
  try {
    say({ page: parsePage(source) });
  } catch (error) {
    say({ problem: (error as Error).name });
  }
});
say('ready');
