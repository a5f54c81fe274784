import { cutText } from '../../../contracts/base/text.ts';
import { bodyText } from '../../network/body-text.ts';
import type { Network } from '../../network/network.ts';
import { createTurns } from './gdelt-turns.ts';
import type { TurnOptions } from './gdelt-turns.ts';
import { SourceProblem } from './source-problem.ts';

const requestTimeoutMs = 10_000;

/** Words shorter than this are refused by GDELT. */
const shortestTerm = 4;
/** Its queries are limited in length. */
const mostTerms = 12;

/** Asks GDELT's DOC 2.0 interface, one request after the other. */
export type Gdelt = {
  /**
   * @param parameters those of the interface beside query, format and timespan.
   * @returns its answer, as JSON.
   * @throws {SourceProblem} or a `NetworkError`.
   */
  ask(request: {
    terms: readonly string[];
    days: number;
    parameters: Record<string, string>;
    signal: AbortSignal;
  }): Promise<unknown>;
};

/** English articles that hold one of the terms. */
function toQuery(terms: readonly string[]): string {
  const usable = terms.filter((term) => term.length >= shortestTerm).slice(0, mostTerms);
  if (usable.length === 0) {
    throw new SourceProblem(`it takes no words of fewer than ${shortestTerm} letters`);
  }
  const quoted = usable.map((term) => {
    const plain = term.replace(/["()]/g, ' ').trim();
    return /^[\p{L}\p{N}]+$/u.test(plain) ? plain : `"${plain}"`;
  });
  const any = quoted.length > 1 ? `(${quoted.join(' OR ')})` : quoted[0];
  return `${any} sourcelang:english`;
}

export function createGdelt(options: { network: Network; url?: string } & TurnOptions): Gdelt {
  const { network } = options;
  const { url = 'https://api.gdeltproject.org/api/v2/doc/doc' } = options;
  const turn = createTurns(options);

  return {
    async ask({ terms, days, parameters, signal }) {
      const address = new URL(url);
      const query = toQuery(terms);
      address.search = new URLSearchParams({
        query,
        ...parameters,
        format: 'json',
        timespan: `${days}d`,
      }).toString();
      await turn(signal);
      const answer = await network.send(address, { signal, timeoutMs: requestTimeoutMs });
      const text = bodyText(answer);
      if (answer.status !== 200) throw new SourceProblem(`it answered ${answer.status}`);
      try {
        return JSON.parse(text) as unknown;
      } catch {
        // What is wrong with a request it says in plain text, with status 200.
        throw new SourceProblem(`it said "${cutText(text.replace(/\s+/g, ' ').trim(), 120)}"`);
      }
    },
  };
}
