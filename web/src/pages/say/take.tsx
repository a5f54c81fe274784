import { useNavigate } from '@tanstack/react-router';
import type { StoredPipeline } from '../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { queries } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { keepDraft, keptDraft, newPipeline } from '../../document/drafts.ts';
import { patchText } from '../../document/patch-text.ts';
import { writeText } from '../../document/write-text.ts';
import { freeName } from '../pipelines/copy-name.ts';
import { texts } from './texts.ts';

type TakeProps = {
  document: JsonObject;
  /** The stored pipeline that it changes; left out, it is a new one. */
  stored?: StoredPipeline | undefined;
  onLeave: () => void;
};

/** Takes a draft into the editor, where it is a change that is not saved, or leaves it. */
export function Take({ document, stored, onLeave }: TakeProps) {
  const navigate = useNavigate();
  const hasDraft = keptDraft(stored?.name ?? newPipeline) !== undefined;

  async function take() {
    const at = new Date().toISOString();
    if (stored) {
      const { name, text, revision } = stored;
      keepDraft(name, { text: patchText(text, { ...document, name }), base: revision, at });
      return navigate({ to: '/pipelines/$name/edit', params: { name } });
    }
    const { items } = await queryClient.fetchQuery(queries.pipelines());
    const taken = items.map(({ name }) => name);
    const name = freeName(String(document['name']), taken);
    keepDraft(newPipeline, { text: writeText({ ...document, name }), base: null, at });
    return navigate({ to: '/pipelines/new' });
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <RightButton right="write" look="primary" onClick={() => void take()}>
        {hasDraft ? texts.takeOver : texts.take}
      </RightButton>
      <Button onClick={onLeave}>{texts.leave}</Button>
      <span className="text-[12px] text-muted">{hasDraft ? texts.hasDraft : texts.takenNote}</span>
    </div>
  );
}
