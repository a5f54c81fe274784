import { Link } from '@tanstack/react-router';
import type { MemoryView } from '../../../../contracts/api/index.ts';
import { History, User } from 'lucide-react';
import { Button } from '../../components/controls/button.tsx';
import { LongText } from '../../components/values/long-text.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { Ago } from '../../components/values/time.tsx';
import type { Forgetting } from './forgetting.ts';

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
        <span>for {user}</span>
        <span>
          recalled {recalls === 1 ? 'once' : `${recalls} times`}
          {lastRecalledAt && (
            <>
              , last <Ago instant={lastRecalledAt} />
            </>
          )}
        </span>
        {similarity !== null && (
          <span className={isTold ? 'text-good' : ''}>
            similarity {similarity.toFixed(2)}
            {!isTold && ` · below ${floor}, which no task is told of`}
          </span>
        )}
        <span className="-my-1.5 -mr-2 ml-auto flex items-center text-text">
          <Button
            look="quiet"
            className="max-md:min-h-11"
            onClick={() => onForget({ what: 'this memory', scope: { id } })}
            aria-label={`Forget: ${task}`}
          >
            Forget
          </Button>
          <Menu
            label={`Forget more: ${task}`}
            items={[
              {
                title: 'All of this run',
                icon: History,
                isDangerous: true,
                onSelect: () => onForget({ what: `all of ${runId}`, scope: { run: runId } }),
              },
              {
                title: `All for ${user}`,
                icon: User,
                isDangerous: true,
                onSelect: () => onForget({ what: `all for ${user}`, scope: { user } }),
              },
            ]}
          />
        </span>
      </header>
      <div className="mt-2">
        <LongText text={text} what={task} className="font-mono text-[12px]" />
      </div>
    </article>
  );
}
