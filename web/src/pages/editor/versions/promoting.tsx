import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from '../../../components/notices/toast.ts';
import type { PipelineVersionView, StoredPipeline } from '../../../../../contracts/api/index.ts';
import { publishings } from '../../../../../contracts/pipelines/publishing.ts';
import type { Publishing } from '../../../../../contracts/pipelines/publishing.ts';
import { promote, setPublishing } from '../../../api/pipelines.ts';
import { queries } from '../../../api/queries.ts';
import { useLack } from '../../../api/use-right.ts';
import { controlLook, Field } from '../../../components/controls/field.tsx';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { texts } from '../texts.ts';

/** What is told of promoting replaces what was told before. */
const told = { id: 'promoting' };

type PromoteButtonProps = {
  name: string;
  version: Pick<PipelineVersionView, 'number' | 'hash'>;
  /** Whether the live version is a later one. */
  isBack: boolean;
};

/** Makes a version live: one click, as it is undone by another one. */
export function PromoteButton({ name, version: { number, hash }, isBack }: PromoteButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => promote(name, hash),
    onSuccess: () => toast.success(texts.versions.promoted(number), told),
    onError: ({ message }) => toast.error(message, told),
  });
  return (
    <RightButton right="write" disabled={isPending} onClick={() => mutate()}>
      {isBack ? texts.versions.rollBack : texts.versions.promote}
      <span className="sr-only"> {texts.versions.to(number)}</span>
    </RightButton>
  );
}

/** When a version of the pipeline becomes live. */
export function PublishingField({ pipeline: { name, publishing } }: { pipeline: StoredPipeline }) {
  const lack = useLack('write');
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: Publishing) => setPublishing(name, chosen),
    onError: ({ message }) => toast.error(message, told),
  });
  return (
    <div className="border-b border-line px-4 py-3">
      <Field label={texts.versions.publishing}>
        {(control) => (
          <select
            {...control}
            value={publishing}
            disabled={isPending || lack !== undefined}
            title={lack}
            onChange={({ target }) => mutate(target.value as Publishing)}
            className={`${controlLook} max-w-xs`}
          >
            {publishings.map((each) => (
              <option key={each} value={each}>
                {texts.versions.publishings[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** Which versions were live, who made them so and when. */
export function Promotions({ name }: { name: string }) {
  const { data } = useQuery(queries.promotions(name));
  if (!data || data.items.length === 0) return null;
  return (
    <details className="border-t border-line px-4 py-3">
      <summary className="cursor-pointer font-medium">{texts.versions.history}</summary>
      <ol aria-label={texts.versions.history} className="mt-2 flex flex-col gap-1">
        {data.items.map(({ number, from, by, at }) => (
          <li key={`${at} ${number}`}>
            {texts.versions.wentLive(number, from)}{' '}
            <span className="text-[12px] text-muted">
              {by ?? texts.versions.byBaton} · <Ago instant={at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
