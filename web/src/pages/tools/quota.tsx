import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { Meter } from '../../components/values/meter.tsx';
import { Ago } from '../../components/values/time.tsx';
import { texts } from './texts.ts';

/** What is left of the limits of a tool for those who call it here; nothing where it has none. */
export function Quota({ name }: { name: string }) {
  const { data, error } = useQuery({ ...queries.quota(name), refetchInterval: 15_000 });
  if (error && !data) return <p className="mt-5 text-muted">{error.message}</p>;
  if (!data || data.windows.length === 0) return null;
  return (
    <section aria-labelledby="quota" className="mt-5 border-t border-line pt-4">
      <h3 id="quota" className="mb-2 font-semibold">
        {texts.quota.title(data.user)}
      </h3>
      <ul className="grid gap-2">
        {data.windows.map(({ window, limit, remaining, resetAt }) => (
          <li key={window} className="flex flex-wrap items-center gap-x-3">
            <span className="w-40">{texts.quota.left(remaining, limit, window)}</span>
            <Meter share={(limit - remaining) / limit} />
            <span className="text-[12px] text-muted">
              {resetAt === null ? (
                texts.quota.unused
              ) : (
                <>
                  {texts.quota.resets} <Ago instant={resetAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
