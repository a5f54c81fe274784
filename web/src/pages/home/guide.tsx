import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from '../../components/notices/toast.ts';
import { startRun } from '../../api/pipelines.ts';
import { queries } from '../../api/queries.ts';
import { useWaiting } from '../../components/approval/use-waiting.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { useStored } from '../../components/hooks/use-stored.ts';
import { showWarnings } from '../../components/runs/show-warnings.tsx';
import { useDomain } from '../../domain.ts';
import { texts } from './texts.ts';

/** The way from nothing to a first decision, and on to one's own pipeline; gone once all of it is done, or hidden. */
export function Guide() {
  const [isHidden, setIsHidden] = useStored('home:guide-hidden', false);
  const example = useDomain(({ examples }) => examples?.pipeline);
  // Where there is no example, any run counts.
  const runs = useQuery(queries.runs(example ? { pipeline: example.name } : {}));
  const waiting = useWaiting(5_000);
  const decided = useInfiniteQuery(queries.approvalHistory());
  const pipelines = useQuery(queries.pipelines());
  if (isHidden || !runs.data || !pipelines.data || !decided.data || !waiting.data) return null;

  const [asked] = waiting.data.mine;
  const hasRun = runs.data.items.length > 0;
  const hasDecided = decided.data.pages[0]!.items.some(({ status }) => status !== 'pending');
  const hasBuilt = pipelines.data.items.some(({ source }) => source === 'user');
  if (hasRun && hasDecided && hasBuilt) return null;
  return (
    <section
      aria-label={texts.guide.label}
      className="relative rounded-lg border border-line bg-surface p-4"
    >
      <h2 className="pr-8 font-semibold">{texts.guide.title}</h2>
      <button
        type="button"
        aria-label={texts.guide.hide}
        title={texts.guide.hide}
        onClick={() => setIsHidden(true)}
        className="absolute top-3 right-3 grid size-6 place-items-center rounded text-muted hover:bg-hover hover:text-text max-md:size-9"
      >
        <X aria-hidden className="size-3.5" />
      </button>
      <ol className="mt-3 grid gap-x-8 gap-y-4 md:grid-cols-3">
        <FirstRun isDone={hasRun} />
        <Step
          number={2}
          title={texts.guide.decide.title}
          text={texts.guide.decide.text}
          isDone={hasDecided}
        >
          {asked && (
            <Link
              to="/runs/$runId"
              params={{ runId: asked.runId }}
              search={{ at: asked.nodePath, view: 'details' }}
              className={buttonLook('primary')}
            >
              {texts.guide.decide.action}
            </Link>
          )}
        </Step>
        <Step
          number={3}
          title={texts.guide.build.title}
          text={texts.guide.build.text}
          isDone={hasBuilt}
        >
          <Link to="/pipelines/new" className={buttonLook(hasDecided ? 'primary' : 'plain')}>
            {texts.guide.build.action}
          </Link>
        </Step>
      </ol>
    </section>
  );
}

/** Starts the domain's example at once, where one is plugged in. */
function FirstRun({ isDone }: { isDone: boolean }) {
  const example = useDomain(({ examples }) => examples?.pipeline);
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: ({ name, input }: NonNullable<typeof example>) =>
      startRun({ pipeline: name, input }),
    onSuccess: ({ id, warnings }) => {
      showWarnings(warnings);
      return navigate({ to: '/runs/$runId', params: { runId: id } });
    },
    onError: (error) => toast.error(error.message),
  });
  const title = example
    ? texts.guide.run.title(example.title)
    : texts.guide.run.titleWithoutExample;
  return (
    <Step number={1} title={title} text={texts.guide.run.text} isDone={isDone}>
      {example ? (
        <RightButton
          right="operate"
          look="primary"
          disabled={start.isPending}
          onClick={() => start.mutate(example)}
        >
          {texts.guide.run.action}
        </RightButton>
      ) : (
        <Link to="/pipelines" className={buttonLook('primary')}>
          {texts.guide.run.choose}
        </Link>
      )}
    </Step>
  );
}

type StepProps = {
  number: number;
  title: string;
  text: string;
  isDone: boolean;
  /** The way to it, while it is not done. */
  children: ReactNode;
};

function Step({ number, title, text, isDone, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={`grid size-6 shrink-0 place-items-center rounded-full border text-[12px] font-medium ${isDone ? 'border-good text-good' : 'border-line-strong text-muted'}`}
      >
        {isDone ? <Check aria-label={texts.guide.done} className="size-3.5" /> : number}
      </span>
      <div className="min-w-0">
        <h3 className={`font-medium ${isDone ? 'text-muted' : ''}`}>{title}</h3>
        {!isDone && (
          <>
            <p className="mb-2 text-[12px] text-muted">{text}</p>
            {children}
          </>
        )}
      </div>
    </li>
  );
}
