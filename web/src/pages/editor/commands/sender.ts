import type { StoredPipeline } from '../../../../../contracts/api/index.ts';
import type { Expected } from '../../../api/pipelines.ts';
import { ApiProblem } from '../../../api/request.ts';

/** What became of a text that was sent: it is stored, or something else is than what was expected. */
export type Sent = { stored: StoredPipeline } | { other: StoredPipeline | undefined };

type Server = {
  save: (name: string, text: string, expected: Expected) => Promise<StoredPipeline>;
  /** What is stored under a name now; undefined where nothing is. */
  read: (name: string) => Promise<StoredPipeline | undefined>;
  /** The texts that were sent and may have been stored; kept up to date here. */
  unanswered: Set<string>;
};

/**
 * Sends texts to be stored, one at a time. What was sent and stored though its answer was lost on the way is
 * known again, and is nobody else's.
 * @returns sends a text; undefined where another one is still on its way.
 */
export function createSender({ save, read, unanswered }: Server) {
  let isSending = false;

  async function attempt(name: string, text: string, expected: Expected): Promise<Sent> {
    unanswered.add(text);
    try {
      return { stored: await save(name, text, expected) };
    } catch (error) {
      const status = error instanceof ApiProblem ? error.status : undefined;
      if (status !== 412) {
        if (status !== undefined && status >= 400 && status < 500) unanswered.delete(text);
        throw error;
      }
    }
    const theirs = await read(name);
    if (theirs?.text === text) return { stored: theirs };
    unanswered.delete(text);
    if (theirs && unanswered.delete(theirs.text))
      return attempt(name, text, { revision: theirs.revision });
    return { other: theirs };
  }

  return async (name: string, text: string, expected: Expected): Promise<Sent | undefined> => {
    if (isSending) return undefined;
    isSending = true;
    try {
      const sent = await attempt(name, text, expected);
      if ('stored' in sent) unanswered.clear();
      return sent;
    } finally {
      isSending = false;
    }
  };
}
