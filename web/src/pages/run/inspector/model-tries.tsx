import type { StepView } from '../../../../../contracts/api/index.ts';
import { duration } from '../../../components/values/time.tsx';
import { Section } from './section.tsx';
import { texts } from '../texts.ts';

const looks = {
  answered: { label: texts.step.tries.answered, colour: 'text-good' },
  failed: { label: texts.step.tries.failed, colour: 'text-bad' },
  skipped: { label: texts.step.tries.skipped, colour: 'text-muted' },
};

/** The models that a call went to, in their order; one that answered at once needs no list. */
export function ModelTries({ tries }: { tries: NonNullable<StepView['attempts']> }) {
  if (tries.length < 2 && tries[0]?.status !== 'failed') return null;
  return (
    <Section title={texts.step.tries.title}>
      <ol className="grid gap-2">
        {tries.map(({ model, status, durationMs, error }, index) => (
          // The list only grows.
          <li key={index}>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-mono text-[12px]">{model}</span>
              <span className={`font-medium ${looks[status].colour}`}>{looks[status].label}</span>
              {status !== 'skipped' && (
                <span className="text-muted">{texts.step.tries.after(duration(durationMs))}</span>
              )}
            </p>
            {error && (
              <p className="break-words text-muted">
                {error.code}: {error.message}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
