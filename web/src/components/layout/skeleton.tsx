import { texts } from './texts.ts';

/** Grey lines in place of rows that are on their way, as high as those will be. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <Skeleton count={count} className="grid gap-px" itemClassName="h-9 border-b border-line py-2.5">
      <div className="h-full max-w-xl rounded bg-line" />
    </Skeleton>
  );
}

/** Grey cards in place of those that are on their way. */
export function SkeletonCards({ count = 4 }: { count?: number }) {
  return (
    <Skeleton
      count={count}
      className="grid gap-4 xl:grid-cols-2"
      itemClassName="h-48 rounded-lg border border-line bg-surface p-4"
    >
      <div className="h-4 w-1/3 rounded bg-line" />
    </Skeleton>
  );
}

type SkeletonProps = {
  count: number;
  className: string;
  itemClassName: string;
  children: React.ReactNode;
};

function Skeleton({ count, className, itemClassName, children }: SkeletonProps) {
  return (
    <div role="status" aria-busy="true" className="animate-pulse">
      <span className="sr-only">{texts.loading}</span>
      <div aria-hidden className={className}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={itemClassName}>
            {children}
          </div>
        ))}
      </div>
    </div>
  );
}
