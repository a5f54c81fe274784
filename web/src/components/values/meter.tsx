/** From here on a limit is close, and said in its colour. */
const closeShare = 0.8;

/** How much of a limit is used, as a bar. @param props.share from 0 on; above 1 it is full. */
export function Meter({ share }: { share: number }) {
  const colour = share >= 1 ? 'bg-bad' : share >= closeShare ? 'bg-wait' : 'bg-accent-fill';
  return (
    <span aria-hidden className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-full bg-hover">
      <span
        className={`block h-full rounded-full ${colour}`}
        style={{ width: `${Math.min(100, share * 100)}%` }}
      />
    </span>
  );
}
