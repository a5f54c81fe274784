import { useEffect, useRef, useState } from 'react';
import type { RequestView } from '../../../../../contracts/api/index.ts';
import type { ChatBody } from '../../../../../contracts/models/model-request.ts';
import { streamChat } from '../../../api/chat-stream.ts';
import type { StreamedAnswer } from '../../../api/chat-stream.ts';
import { requestOfCall } from '../../../api/requests.ts';

/** How asking goes. */
export type Asking = {
  status: 'idle' | 'asking' | 'answered' | 'failed' | 'stopped';
  answer?: StreamedAnswer;
  error?: string;
  /** What it took, as it is on record a moment after its end. */
  record?: RequestView;
};

const lookEveryMs = 400;
const longestLooks = 25;

/** Asks a model, one question at a time, and tells of its answer as it comes. */
export function useAsk() {
  const [asking, setAsking] = useState<Asking>({ status: 'idle' });
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  async function ask(body: ChatBody): Promise<void> {
    stopping.current?.abort();
    const stop = new AbortController();
    stopping.current = stop;
    const { signal } = stop;
    /** Nothing that an earlier question brings is shown. */
    const show = (next: (before: Asking) => Asking) => {
      if (stopping.current === stop) setAsking(next);
    };
    let callId: string | null = null;
    show(() => ({ status: 'asking' }));
    try {
      const answer = await streamChat(body, {
        signal,
        onAnswer(sofar) {
          ({ callId } = sofar);
          show((before) => ({ ...before, answer: sofar }));
        },
      });
      show(() => ({ status: 'answered', answer }));
    } catch (error) {
      const status = signal.aborted ? 'stopped' : 'failed';
      const said = error instanceof Error ? error.message : String(error);
      show((before) => ({ ...before, status, ...(status === 'failed' && { error: said }) }));
    }
    if (callId === null) return;
    const record = await recordOf(callId, () => stopping.current === stop);
    if (record) show((before) => ({ ...before, record }));
  }

  return { asking, ask, stop: () => stopping.current?.abort() };
}

/** Looks for the record of a call until it is there. */
async function recordOf(callId: string, isWanted: () => boolean): Promise<RequestView | undefined> {
  for (let looks = 0; looks < longestLooks && isWanted(); looks += 1) {
    const record = await requestOfCall(callId).catch(() => undefined);
    if (record) return record;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  return undefined;
}
