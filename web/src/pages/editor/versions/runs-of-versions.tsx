import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedRun } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { buttonLook } from '../../../components/controls/button.tsx';
import { controlLook, Field } from '../../../components/controls/field.tsx';
import { statusLooks } from '../../../components/runs/status.tsx';
import { texts } from './texts.ts';
import { fullTime } from '../../../components/values/instant.ts';

type Version = { hash: string; number: number };

/** Runs of two versions to be compared side by side: the latest of each, or others of the last ones. */
export function RunsOfVersions({
  name,
  one,
  other,
}: {
  name: string;
  one: Version;
  other: Version;
}) {
  const first = useRunOf(name, one);
  const second = useRunOf(name, other);
  const isChosen = first.chosen !== undefined && second.chosen !== undefined;
  return (
    <section aria-label={texts.title} className="mt-4">
      <h3 className="mb-1 font-semibold">{texts.title}</h3>
      <div className="flex flex-wrap items-end gap-3">
        <RunChoice version={one} {...first} />
        <RunChoice version={other} {...second} />
        {isChosen && (
          <Link
            to="/runs/compare"
            search={{ one: first.chosen, other: second.chosen }}
            className={buttonLook('plain')}
          >
            {texts.compare}
          </Link>
        )}
      </div>
    </section>
  );
}

type Choice = {
  runs: readonly ListedRun[] | undefined;
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** The last runs of a version; of those the latest is chosen, until another one is. */
function useRunOf(pipeline: string, { hash: version }: Version): Choice {
  const [picked, setPicked] = useState<string>();
  const { data } = useQuery(queries.runs({ pipeline, version }));
  const runs = data?.items;
  const chosen = runs?.find(({ id }) => id === picked) ?? runs?.[0];
  return { runs, chosen: chosen?.id, onChoose: setPicked };
}

function RunChoice({ version: { number }, runs, chosen, onChoose }: Choice & { version: Version }) {
  if (runs?.length === 0) {
    return <p className="basis-64 text-muted">{texts.none(number)}</p>;
  }
  return (
    <Field label={texts.of(number)}>
      {(control) => (
        <select
          {...control}
          value={chosen ?? ''}
          disabled={runs === undefined}
          onChange={({ target }) => onChoose(target.value)}
          className={`${controlLook} max-w-xs`}
        >
          {runs?.map(({ id, status, createdAt }, at) => (
            <option key={id} value={id}>
              {texts.run(statusLooks[status].label, fullTime(createdAt), at === 0)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
