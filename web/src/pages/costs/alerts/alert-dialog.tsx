import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import type { HealthAlertKind } from '../../../../../contracts/runs/health-alert.ts';
import { createHealthAlert } from '../../../api/health-alerts.ts';
import { queries } from '../../../api/queries.ts';
import { readNumber } from '../../../components/controls/read-number.ts';
import { SelectField } from '../../../components/controls/select-field.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogForm } from '../../../components/dialogs/dialog-form.tsx';
import { problemsAt, problemsOf } from '../../../components/schema-form/problems-at.ts';
import { texts } from '../texts.ts';

/** Over what is looked: so many of the last runs, or those of so many hours. */
const windows = ['runs', 'hours'] as const;

/** Asks what a user wants to be told of. */
export function AlertDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<HealthAlertKind>('failure-rate');
  const [pipeline, setPipeline] = useState('');
  const [most, setMost] = useState('20');
  const [over, setOver] = useState<(typeof windows)[number]>('runs');
  const [count, setCount] = useState('20');
  const pipelines = useQuery({ ...queries.pipelines(), staleTime: 60_000 });
  const isCost = kind === 'cost';
  const save = useMutation({
    mutationFn: () => {
      const limit = readNumber(most) ?? Number.NaN;
      const number = readNumber(count) ?? Number.NaN;
      const of = pipeline === '' ? {} : { pipeline };
      return createHealthAlert(
        isCost
          ? { kind: 'cost', ...of, usd: limit, hours: number }
          : { kind: 'failure-rate', ...of, percent: limit, [over]: number },
      );
    },
    onSuccess: () => {
      toast.success(texts.alerts.created);
      onClose();
    },
  });
  const problems = problemsOf(save.error);
  const limit = isCost ? 'usd' : 'percent';
  const span = isCost ? 'hours' : over;

  /** What is usual for a kind. */
  function choose(next: HealthAlertKind) {
    setKind(next);
    setMost(next === 'cost' ? '10' : '20');
    setCount(next === 'cost' ? '24' : '20');
    setOver('runs');
  }

  return (
    <Dialog title={texts.alerts.new} isOpen onClose={onClose}>
      <DialogForm
        save={save}
        action={texts.alerts.create}
        onClose={onClose}
        paths={['kind', 'pipeline', 'percent', 'usd', 'runs', 'hours']}
      >
        <SelectField
          label={texts.alerts.kind}
          problems={problemsAt(problems, 'kind')}
          value={kind}
          onChange={choose}
          options={Object.entries(texts.alerts.kinds) as [HealthAlertKind, string][]}
        />
        <SelectField
          label={texts.titles.pipeline}
          problems={problemsAt(problems, 'pipeline')}
          value={pipeline}
          onChange={setPipeline}
          options={[
            ['', texts.alerts.all],
            ...(pipelines.data?.items ?? []).map(
              ({ name, title }) => [name, title ?? name] as const,
            ),
          ]}
        />
        <TextField
          label={isCost ? texts.alerts.usd : texts.alerts.percent}
          help={isCost ? undefined : texts.alerts.percentHelp}
          isRequired
          inputMode="decimal"
          problems={problemsAt(problems, limit)}
          value={most}
          onChange={setMost}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          {!isCost && (
            <SelectField
              label={texts.alerts.over}
              problems={[]}
              value={over}
              onChange={setOver}
              options={windows.map((name) => [name, texts.alerts.overs[name]] as const)}
            />
          )}
          <TextField
            label={span === 'hours' ? texts.alerts.hours : texts.alerts.runs}
            isRequired
            inputMode="numeric"
            problems={problemsAt(problems, span)}
            value={count}
            onChange={setCount}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
}
