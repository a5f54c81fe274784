import { checkAgent } from '../../contracts/agents/check.ts';
import type { KnownNames } from '../../contracts/agents/check.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { Catalog } from '../../contracts/pipelines/catalog.ts';
import { validatePipeline } from '../../contracts/pipelines/validation/index.ts';
import { Problem } from '../base/problem.ts';
import { createHelperProcess, ProcessEnded } from './helper-process.ts';
import { MalformedPipeline, parsePipeline } from './parse-pipeline.ts';
import type { Work } from './work.ts';

/** Reads and checks documents. Large ones go to a process, one after the other, so that the API answers meanwhile. */
export type Documents = {
  /**
   * Reads YAML or JSON. What it holds is not checked.
   * @throws {MalformedPipeline} for text that cannot be read.
   */
  read(text: string): Promise<Json>;
  /** As `validatePipeline`. */
  checkPipeline(document: Json, catalog: Catalog): Promise<ReturnType<typeof validatePipeline>>;
  /** As `checkAgent`. */
  checkAgent(definition: Json, known: KnownNames): Promise<ReturnType<typeof checkAgent>>;
  /** Ends the process; what it was at fails. */
  close(): Promise<void>;
};

/** Up to so many characters, which take a few milliseconds, no process is asked. */
const smallCharacters = 16 * 1024;
const mostWaiting = 16;
const retryAfterMs = 5_000;
const idleMs = 60_000;

/**
 * All three functions also throw a {@link Problem}: `invalid-request` where a document takes longer or more memory than the limit, `unavailable` where too many are waiting.
 * @param options.mostMs how long the process may take for one document.
 * @param options.mostMegabytes the memory that the process may take.
 * @param options.work the module that does the work.
 */
export function createDocuments({
  mostMs = 30_000,
  mostMegabytes = 512,
  work = new URL('./work.ts', import.meta.url).href,
} = {}): Documents {
  // Beyond its memory the process ends, and the next document gets another one.
  const helper = createHelperProcess({ module: work, megabytes: mostMegabytes, idleMs });
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Time counts from when the process begins, not from when the document joins the queue. */
  async function inProcess<Name extends keyof Work>(
    name: Name,
    given: Parameters<Work[Name]>[0],
  ): Promise<ReturnType<Work[Name]>> {
    if (waiting >= mostWaiting) {
      const detail = 'Too many large documents are being checked. Try again in a few seconds.';
      throw new Problem('unavailable', detail, undefined, { retryAfterMs });
    }
    waiting += 1;
    const turn = last.then(async () => {
      const signal = AbortSignal.timeout(mostMs);
      try {
        return (await helper.run({ name, given }, signal)) as ReturnType<Work[Name]>;
      } catch (error) {
        if (signal.aborted) throw tooMuch(`took more than ${mostMs / 1000} seconds to check`);
        if (error instanceof ProcessEnded)
          throw tooMuch(`took more than ${mostMegabytes} MB of memory`);
        throw error;
      } finally {
        waiting -= 1;
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    async read(text) {
      if (text.length <= smallCharacters) return parsePipeline(text);
      const { value, malformed } = await inProcess('read', text);
      if (malformed !== undefined) throw new MalformedPipeline(malformed);
      return value ?? null;
    },
    async checkPipeline(document, catalog) {
      const text = JSON.stringify(document);
      if (text.length <= smallCharacters) return validatePipeline(document, catalog);
      return inProcess('checkPipeline', { text, catalog });
    },
    async checkAgent(definition, known) {
      const text = JSON.stringify(definition);
      if (text.length <= smallCharacters) return checkAgent(definition, known);
      return inProcess('checkAgent', { text, known });
    },
    close: helper.end,
  };
}

function tooMuch(message: string): Problem {
  const fix = 'split it into several documents, or pass large parts in the input of the run';
  return new Problem('invalid-request', `The document ${message}; ${fix}.`, [
    { path: '', message, fix },
  ]);
}
