import type { RunView, StepView } from '../../../../../contracts/api/index.ts';
import type { EffectState } from '../../../../../contracts/runs/effects.ts';
import { waitOf } from '../../../../../contracts/runs/step-wait.ts';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';
import { Section } from '../../../components/layout/section.tsx';

const looks: Record<EffectState, string> = {
  done: 'text-muted',
  open: 'text-wait',
  unknown: 'text-wait',
  none: 'text-muted',
};

/** What the run has done outside, such as orders and messages, and what that came to. */
export function Effects({ effects }: Pick<RunView, 'effects'>) {
  const { openNode, steps } = useRunContext();
  if (effects.length === 0) return null;
  return (
    <Section title={texts.effects.title}>
      <ul aria-label={texts.effects.title} className="grid gap-1.5">
        {effects.map(({ key, nodePath, label, state, text }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2">
            <button
              type="button"
              onClick={() => openNode(nodePath)}
              className="rounded text-left wrap-anywhere text-accent hover:underline"
            >
              {text ?? label}
            </button>
            <span className={`text-[12px] ${looks[state]}`}>{texts.effects.states[state]}</span>
            <Waits step={state === 'open' ? steps.find((step) => step.key === key) : undefined} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What a call that goes on waits for, such as the next bar. */
function Waits({ step }: { step: StepView | undefined }) {
  const wait = step && waitOf(step);
  if (!wait) return null;
  return <p className="w-full text-[12px] wrap-anywhere text-muted">{wait.reason}</p>;
}
