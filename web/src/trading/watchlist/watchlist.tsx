import { useMutation, useQuery } from '@tanstack/react-query';
import { Bell, X } from 'lucide-react';
import { unfollow, follow } from '../api/alerts.ts';
import { alertQueries } from '../api/alert-queries.ts';
import type { Watched } from '../api/alert-queries.ts';
import { RightButton } from '../../components/controls/right-button.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { percent } from '../../components/values/figures.ts';
import { Price } from '../values/price.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Table } from '../../components/values/table.tsx';
import { AlertButton } from './alert-button.tsx';
import { texts } from './texts.ts';
import { useId, useState } from 'react';
import { controlLook } from '../../components/controls/field.tsx';

/** The watchlist of a user. */
export function Watchlist({ user }: { user: string }) {
  const query = useQuery({ ...alertQueries.watchlist(user), refetchInterval: 15_000 });
  return (
    <div>
      <h2 className="mb-2 font-semibold">{texts.page.watchlist}</h2>
      <FollowForm user={user} />
      <div className="mt-3">
        <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
          {(items) =>
            items.length === 0 ? (
              <p className="text-muted">{texts.watchlist.empty}</p>
            ) : (
              <Table
                label={texts.page.watchlist}
                items={items}
                keyOf={({ symbol }) => symbol}
                columns={[
                  {
                    title: texts.watchlist.symbol,
                    cell: ({ symbol }) => <span className="font-medium">{symbol}</span>,
                  },
                  { title: texts.watchlist.price, cell: priceCell, isFigure: true },
                  {
                    title: texts.watchlist.day,
                    cell: ({ change24hPercent, price }) =>
                      price !== null && <Percent value={change24hPercent ?? null} />,
                    isFigure: true,
                  },
                  {
                    title: texts.watchlist.priceTime,
                    cell: ({ asOf }) => asOf?.slice(0, 16).replace('T', ' '),
                    isMinor: true,
                    className: 'text-muted',
                  },
                  {
                    title: texts.watchlist.source,
                    cell: sourceCell,
                    isMinor: true,
                    className: 'text-muted',
                  },
                  { title: texts.watchlist.note, cell: ({ note }) => note, isMinor: true },
                  {
                    title: texts.watchlist.actions,
                    isTitleHidden: true,
                    cell: ({ symbol }) => <RowActions symbol={symbol} user={user} />,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </div>
    </div>
  );
}

function priceCell({ price, problem }: Watched) {
  if (price !== null) return <Price value={price} />;
  return (
    <span title={problem} className="text-wait">
      {texts.watchlist.unknown}
    </span>
  );
}

function sourceCell({ source, notice, problem }: Watched) {
  const text = problem ?? notice ?? source;
  return <span className="block max-w-72 wrap-break-word">{text}</span>;
}

function RowActions({ symbol, user }: { symbol: string; user: string }) {
  const removal = useMutation({ mutationFn: () => unfollow(user, symbol) });
  return (
    <span className="flex justify-end gap-1">
      <AlertButton
        look="plain"
        className="max-md:min-h-11 max-md:min-w-11"
        aria-label={texts.watchlist.alertFor(symbol)}
        user={user}
        symbol={symbol}
      >
        <Bell aria-hidden className="size-4 md:hidden" />
        <span className="max-md:hidden">{texts.watchlist.alert}</span>
      </AlertButton>
      <RightButton
        right="operate"
        look="plain"
        className="max-md:min-h-11 max-md:min-w-11"
        aria-label={texts.watchlist.removeSymbol(symbol)}
        disabled={removal.isPending}
        onClick={() => removal.mutate()}
      >
        <X aria-hidden className="size-4 md:hidden" />
        <span className="max-md:hidden">{texts.watchlist.remove}</span>
      </RightButton>
    </span>
  );
}

/** A change in percent; the sign shows the direction, not only the colour. Null if it is unknown. */
function Percent({ value }: { value: number | null }) {
  if (value === null) return <span className="text-muted">{texts.watchlist.unknown}</span>;
  const sign = Math.abs(value) < 0.005 ? '' : value > 0 ? '+' : '−';
  const colour = sign === '' ? 'text-muted' : value > 0 ? 'text-good' : 'text-bad';
  return (
    <span className={`whitespace-nowrap ${colour}`}>
      {sign}
      {percent(Math.abs(value) / 100)}
    </span>
  );
}

/** Adds an instrument to the watchlist of a user. */
function FollowForm({ user }: { user: string }) {
  const problemId = useId();
  const [symbol, setSymbol] = useState('');
  const [note, setNote] = useState('');
  const add = useMutation({
    mutationFn: () =>
      follow({ user, symbol: symbol.trim(), ...(note.trim() && { note: note.trim() }) }),
    onSuccess: () => {
      setSymbol('');
      setNote('');
    },
  });
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <input
        aria-label={texts.follow.symbol}
        aria-describedby={add.error ? problemId : undefined}
        aria-invalid={add.error ? true : undefined}
        placeholder={texts.follow.example}
        maxLength={30}
        value={symbol}
        onChange={({ target }) => setSymbol(target.value)}
        className={`${controlLook} md:!w-44`}
      />
      <input
        aria-label={texts.follow.note}
        placeholder={texts.follow.note}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        className={`${controlLook} max-md:!w-auto max-md:min-w-0 max-md:flex-1 md:!w-56`}
      />
      <RightButton
        right="operate"
        type="submit"
        className="max-md:min-h-11"
        disabled={add.isPending || symbol.trim() === ''}
      >
        {texts.follow.submit}
      </RightButton>
      {add.error && (
        <p id={problemId} role="alert" className="w-full text-bad">
          {add.error.message}
        </p>
      )}
    </form>
  );
}
