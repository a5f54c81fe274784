import { createContext, use, useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';
import { StoppedClock, useNow } from '../../../components/hooks/use-now.ts';
import { RunContext, useRunContext } from '../run-context.ts';
import type { ShownRun } from '../run-context.ts';
import { FilmContext, useShowing } from './film-context.ts';
import { filmOf, lastUntil } from './film.ts';
import { filmScale } from './film-scale.ts';
import { marksOf } from './marks.ts';
import { pastRun } from './past-run.ts';
import { useMoment } from './use-moment.ts';
import { usePlaying } from './use-playing.ts';

/** The run as it was at the moment that is shown; undefined where it is shown as it is. */
const PastContext = createContext<ShownRun | undefined>(undefined);

/** Shows the run on the page as a film: at one moment, or as it is. */
export function FilmProvider({ children }: { children: ReactNode }) {
  const shown = useRunContext();
  const { run, steps, approvals, children: inside, placed, hasEnded } = shown;
  const film = useMemo(
    () => filmOf({ run, steps, approvals, children: inside }),
    [run, steps, approvals, inside],
  );
  const now = useNow(!hasEnded);
  const scale = useMemo(() => filmScale(film, now), [film, now]);
  const marks = useMemo(() => marksOf(film, placed), [film, placed]);
  const [moment, setMoment] = useMoment(film.start);
  const playing = usePlaying({ scale, moment, show: setMoment });
  const { moments, end } = film;

  // Worked out anew only where anything changed in between.
  const isPast = moment !== undefined && moment < end;
  const index = isPast ? lastUntil(moment, moments.length, (at) => moments[at]!) : undefined;
  const past = useMemo(
    () =>
      index === undefined
        ? undefined
        : pastRun(shown, { film, moment: moments[index] ?? film.start }),
    [shown, film, moments, index],
  );
  const { setIsPlaying } = playing;
  const showing = {
    ...playing,
    moment,
    scale,
    marks,
    moments,
    seek: (to: number | undefined) => {
      setIsPlaying(false);
      setMoment(to);
    },
    play: () => {
      if (moment === undefined) setMoment(scale.window.start);
      setIsPlaying(true);
    },
    pause: () => setIsPlaying(false),
  };
  return (
    <FilmContext value={showing}>
      <PastContext value={past}>{children}</PastContext>
    </FilmContext>
  );
}

/**
 * Shows what is inside of it as it was at the moment.
 * @param props.isLate whether that may come after what is drawn first, as one goes from moment to moment.
 */
export function AtMoment({ children, isLate = false }: { children: ReactNode; isLate?: boolean }) {
  const now = useRunContext();
  const { moment } = useShowing();
  const current = use(PastContext);
  const late = useDeferredValue(current);
  const lateMoment = useDeferredValue(moment);
  const past = isLate ? late : current;
  return (
    <StoppedClock value={past && (isLate ? lateMoment : moment)}>
      <RunContext value={past ?? now}>{children}</RunContext>
    </StoppedClock>
  );
}
