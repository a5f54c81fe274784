import { Link } from '@tanstack/react-router';
import type { RunView } from '../../../../../contracts/api/index.ts';
import { dollars } from '../../../components/values/figures.ts';
import { words } from '../../../components/values/words.ts';
import { policyTitles } from '../../costs/budgets/budget-words.ts';
import { CopyId } from '../header/copy-id.tsx';
import { useRunContext } from '../run-context.ts';
import { Facts, Section } from './section.tsx';

const moment = (instant: string | null) =>
  instant === null ? undefined : new Date(instant).toLocaleString();

/** Which run it is, whose, and under what terms it runs. */
export function RunFacts() {
  const { run } = useRunContext();
  return (
    <Section title="Run">
      <Facts
        facts={{
          Id: <CopyId id={run.id} />,
          Pipeline: (
            <Link
              to="/runs"
              search={{ pipeline: run.pipeline }}
              className="rounded text-accent underline"
            >
              {run.pipeline}
            </Link>
          ),
          User: run.user,
          Priority: words(run.priority),
          Budget: run.budget ? <BudgetFact budget={run.budget} /> : undefined,
          Asked: moment(run.createdAt),
          Began: moment(run.startedAt),
          Ended: moment(run.endedAt),
        }}
      />
    </Section>
  );
}

function BudgetFact({ budget }: { budget: NonNullable<RunView['budget']> }) {
  const { usd, onLimit, cheaperModels, spentUsd, reservedUsd, extraUsd } = budget;
  return (
    <>
      {dollars(spentUsd)} of {dollars(usd + Number(extraUsd))} spent
      <span className="block text-muted">
        {[
          Number(extraUsd) > 0 && `${dollars(extraUsd)} of it was allowed by a person`,
          Number(reservedUsd) > 0 && `${dollars(reservedUsd)} set aside by calls under way`,
          policyTitles[onLimit],
          cheaperModels.join(', '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}
