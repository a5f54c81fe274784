import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { KeepDialog } from '../keep-dialog.tsx';
import { texts } from '../texts.ts';
import { Answers } from './answers.tsx';
import type { Before } from './answers.tsx';
import { DraftForm } from './draft-form.tsx';
import { bodyOf, isTemperature } from './draft.ts';
import type { Draft } from './draft.ts';
import { useAsk } from './use-ask.ts';

type PlaygroundProps = {
  initial: Draft;
  /** What stands beside the new answer. */
  before?: Before;
  /** The request that it begins with. */
  requestId?: string;
};

/** A form for a request, and beside it what a model answers. */
export function Playground({ initial, before, requestId }: PlaygroundProps) {
  const [draft, setDraft] = useState(initial);
  const { asking, ask, stop } = useAsk();
  const [isKept, setIsKept] = useState(false);
  const body = bodyOf(draft);
  const isAsking = asking.status === 'asking';
  const canSend = body.messages.length > 0 && body.model !== '' && isTemperature(draft.temperature);
  const { text = '' } = asking.answer ?? {};
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
      <form
        noValidate
        className="grid content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(body);
        }}
      >
        <DraftForm draft={draft} onChange={setDraft} />
        <div className="flex flex-wrap gap-2">
          <RightButton
            right="operate"
            look="primary"
            type="submit"
            className="max-md:min-h-11"
            disabled={isAsking || !canSend}
          >
            {texts.playground.send}
          </RightButton>
          {isAsking && (
            <Button className="max-md:min-h-11" onClick={stop}>
              {texts.playground.stop}
            </Button>
          )}
        </div>
      </form>
      <Answers
        asking={asking}
        before={before}
        onKeep={asking.status === 'answered' ? () => setIsKept(true) : undefined}
      />
      {isKept && (
        <KeepDialog
          request={body}
          requestId={asking.record?.id ?? requestId}
          name={nameOf(body.messages.findLast(({ role }) => role === 'user')?.['content'])}
          expected={text}
          onClose={() => setIsKept(false)}
        />
      )}
    </div>
  );
}

const longestName = 80;

/** What an example is called at first. */
function nameOf(content: unknown): string {
  return typeof content === 'string' ? content.trim().slice(0, longestName) : '';
}
