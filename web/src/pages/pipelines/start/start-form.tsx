import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RunView } from '../../../../../contracts/api/index.ts';
import { startRun } from '../../../api/pipelines.ts';
import { BudgetField } from '../../../components/controls/budget-field.tsx';
import { budgetOf } from '../../../components/controls/budget.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import {
  problemsAt,
  problemsElsewhere,
  problemsOf,
} from '../../../components/schema-form/problems-at.ts';
import {
  initialTexts,
  schemaFields,
  valuesOf,
} from '../../../components/schema-form/schema-fields.ts';
import { SchemaForm } from '../../../components/schema-form/schema-form.tsx';
import { showWarnings } from '../../../components/runs/show-warnings.tsx';
import type { PipelineSummary } from '../pipeline-card.tsx';
import { texts } from '../texts.ts';

/** Where the server finds the budget wrong. */
const budgetPaths = ['budgetUsd', 'budget'];

type StartFormProps = {
  pipeline: Pick<PipelineSummary, 'name' | 'inputs'>;
  /** The run that the form is filled in like. */
  again?: RunView | undefined;
};

/** Asks for what a run needs, as the pipeline's inputs say, and starts it. */
export function StartForm({ pipeline, again }: StartFormProps) {
  const { name, inputs } = pipeline;
  const navigate = useNavigate();
  const fields = useMemo(() => schemaFields(inputs), [inputs]);
  const [written, setWritten] = useState(() => initialTexts(fields, again?.input));
  const [budget, setBudget] = useState(String(again?.budget?.usd ?? ''));
  const start = useMutation({
    mutationFn: () =>
      startRun({
        pipeline: name,
        input: valuesOf(inputs, fields, written),
        ...budgetOf(budget, again?.budget),
        ...(again && { user: again.user, priority: again.priority }),
      }),
    onSuccess: ({ id, warnings }) => {
      showWarnings(warnings);
      return navigate({ to: '/runs/$runId', params: { runId: id } });
    },
  });
  const problems = problemsOf(start.error);
  const known = [...fields.map((field) => `input.${field.name}`), ...budgetPaths];

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      {again && <LikeRun run={again} />}
      {fields.length === 0 && <p className="text-muted">{texts.start.noInput}</p>}
      <SchemaForm
        fields={fields}
        texts={written}
        onChange={setWritten}
        problems={problems}
        at="input"
      />
      <BudgetField
        text={budget}
        problems={budgetPaths.flatMap((path) => problemsAt(problems, path))}
        onChange={setBudget}
      />
      {start.error && (
        <div role="alert" className="text-bad">
          <p>{problems.length > 0 ? texts.start.rejected : start.error.message}</p>
          {problemsElsewhere(problems, known).map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <RightButton
        right="operate"
        look="primary"
        type="submit"
        className="self-start"
        disabled={start.isPending}
      >
        <Play aria-hidden className="size-4" />
        {texts.start.submit}
      </RightButton>
    </form>
  );
}

/** What a form was filled in from, and what of it has no field here. */
function LikeRun({ run: { id, user, priority } }: { run: RunView }) {
  return (
    <p className="text-muted">
      {texts.start.like}{' '}
      <Link to="/runs/$runId" params={{ runId: id }} className="text-accent underline">
        {texts.start.likeRun}
      </Link>
      {texts.start.likeTerms(user, priority)}
    </p>
  );
}
