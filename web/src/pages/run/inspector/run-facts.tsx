import { Link } from '@tanstack/react-router';
import type { RunView } from '../../../../../contracts/api/index.ts';
import { dollars } from '../../../components/values/figures.ts';
import { words } from '../../../components/values/words.ts';
import { policyTitles } from '../../costs/budgets/budget-words.ts';
import { CopyId } from '../header/copy-id.tsx';
import { useRunContext } from '../run-context.ts';
import { Facts, Section } from './section.tsx';
import { texts } from '../texts.ts';

const moment = (instant: string | null) =>
  instant === null ? undefined : new Date(instant).toLocaleString();

/** Which run it is, whose, and under what terms it runs. */
export function RunFacts() {
  const { run } = useRunContext();
  return (
    <Section title={texts.facts.run}>
      <Facts
        facts={{
          [texts.facts.id]: <CopyId id={run.id} />,
          [texts.facts.pipeline]: (
            <Link
              to="/runs"
              search={{ pipeline: run.pipeline }}
              className="rounded text-accent underline"
            >
              {run.pipeline}
            </Link>
          ),
          [texts.facts.user]: run.user,
          [texts.facts.priority]: words(run.priority),
          [texts.facts.budget]: run.budget ? <BudgetFact budget={run.budget} /> : undefined,
          [texts.facts.created]: moment(run.createdAt),
          [texts.facts.started]: moment(run.startedAt),
          [texts.facts.ended]: moment(run.endedAt),
        }}
      />
    </Section>
  );
}

function BudgetFact({ budget }: { budget: NonNullable<RunView['budget']> }) {
  const { usd, onLimit, cheaperModels, spentUsd, reservedUsd, extraUsd } = budget;
  return (
    <>
      {texts.facts.spent(dollars(spentUsd), dollars(usd + Number(extraUsd)))}
      <span className="block text-muted">
        {[
          Number(extraUsd) > 0 && texts.facts.extra(dollars(extraUsd)),
          Number(reservedUsd) > 0 && texts.facts.reserved(dollars(reservedUsd)),
          policyTitles[onLimit],
          cheaperModels.join(', '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}
