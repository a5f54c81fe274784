/** From here on a limit is close, and said in its colour. */
const closeShare = 0.8;

type MeterProps = {
  /** How much of the limit is used, from 0 on; above 1 it is full. */
  share: number;
  /** The bar is as long as what is left. */
  isLeft?: boolean;
};

/** How much of a limit is used or left, as a bar. */
export function Meter({ share, isLeft = false }: MeterProps) {
  const used = Math.min(1, share);
  const colour = share >= 1 ? 'bg-bad' : share >= closeShare ? 'bg-wait' : 'bg-accent-fill';
  return (
    <span aria-hidden className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-full bg-hover">
      <span
        className={`block h-full rounded-full ${colour}`}
        style={{ width: `${(isLeft ? 1 - used : used) * 100}%` }}
      />
    </span>
  );
}
