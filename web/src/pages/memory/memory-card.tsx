import { Link } from '@tanstack/react-router';
import type { MemoryView } from '../../../../contracts/api/index.ts';
import { History, User } from 'lucide-react';
import { RightButton } from '../../components/controls/right-button.tsx';
import { MemoryText } from '../../components/values/memory-text.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { Ago } from '../../components/values/time.tsx';
import type { Forgetting } from './forgetting.ts';
import { texts } from './texts.ts';

type MemoryCardProps = {
  memory: MemoryView;
  /** The least similarity at which its agent is told of a memory. */
  floor: number | undefined;
  onForget: (forgetting: Forgetting) => void;
};

/** A memory with where it comes from, how often it was of use, and ways to forget it. */
export function MemoryCard({ memory, floor, onForget }: MemoryCardProps) {
  const { id, runId, user, task, text, at, recalls, lastRecalledAt, similarity } = memory;
  const isTold = similarity === null || floor === undefined || similarity >= floor;
  return (
    <article aria-label={task} className="rounded-lg border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[12px] text-muted">
        <Link to="/runs/$runId" params={{ runId }} className="font-mono hover:underline">
          {runId}
        </Link>
        <Ago instant={at} />
        <span>{texts.card.user(user)}</span>
        <span>
          {texts.card.recalled(recalls)}
          {lastRecalledAt && (
            <>
              {texts.card.lastRecalled} <Ago instant={lastRecalledAt} />
            </>
          )}
        </span>
        {similarity !== null && (
          <span className={isTold ? 'text-good' : ''}>
            {texts.card.similarity(
              similarity.toFixed(2),
              isTold || floor === undefined ? '' : texts.card.belowFloor(floor),
            )}
          </span>
        )}
        <span className="-my-1.5 -mr-2 ml-auto max-md:-my-3 flex items-center text-text">
          <RightButton
            right="write"
            look="quiet"
            className="max-md:min-h-11"
            onClick={() => onForget({ what: texts.forget.one, scope: { id } })}
            aria-label={texts.card.forget(task)}
          >
            {texts.card.forgetButton}
          </RightButton>
          <Menu
            label={texts.card.forgetMore(task)}
            items={[
              {
                title: texts.card.forgetRun,
                icon: History,
                isDangerous: true,
                onSelect: () => onForget({ what: texts.forget.run(runId), scope: { run: runId } }),
              },
              {
                title: texts.card.forgetUser(user),
                icon: User,
                isDangerous: true,
                onSelect: () => onForget({ what: texts.forget.user(user), scope: { user } }),
              },
            ]}
          />
        </span>
      </header>
      <div className="mt-2">
        <MemoryText text={text} what={task} />
      </div>
    </article>
  );
}
