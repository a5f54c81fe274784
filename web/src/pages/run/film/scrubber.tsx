import { Pause, Play, Radio, SkipForward } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { duration } from '../../../components/values/time.tsx';
import { useRunContext } from '../run-context.ts';
import type { TimeScale } from './time-scale.ts';
import { useShowing } from './film-context.ts';
import './film.css';
import { lastMark, thinned } from './marks.ts';
import type { Mark } from './marks.ts';
import { momentAfter, momentBefore } from './neighbours.ts';
import { filmTexts } from './texts.ts';
import { speeds } from './use-playing.ts';

/** Places of the slider, and how many of them can have a mark: about one every four pixels. */
const places = 10_000;
const markPlaces = 240;

/** One line from the beginning of the run to its end, with what happened on it: to be dragged, stepped through and played. */
export function Scrubber() {
  const { moment, scale, marks, isPlaying, play, pause } = useShowing();
  const { window } = scale;
  const whole = duration(window.end - window.start);
  const time = duration(Math.max(0, (moment ?? window.end) - window.start));
  const last = lastMark(marks, moment ?? Infinity)?.text;
  return (
    <section
      aria-label={filmTexts.label}
      className={`flex items-center gap-x-2 border-t border-line px-4 py-1 max-md:flex-wrap max-md:px-2 ${moment === undefined ? 'bg-surface' : 'bg-hover'}`}
    >
      <Button
        look="quiet"
        className="px-2 max-md:min-h-11 max-md:min-w-11"
        aria-label={isPlaying ? filmTexts.pause : filmTexts.play}
        title={isPlaying ? filmTexts.pause : filmTexts.play}
        onClick={isPlaying ? pause : play}
      >
        {isPlaying ? (
          <Pause aria-hidden className="size-4" />
        ) : (
          <Play aria-hidden className="size-4" />
        )}
      </Button>
      <Speed />
      <div className="relative min-w-0 flex-1 max-md:order-first max-md:basis-full">
        <Marks marks={marks} scale={scale} />
        <Slider text={[`${time} ${filmTexts.ofWhole(whole)}`, last].filter(Boolean).join(': ')} />
      </div>
      <p
        aria-hidden
        className="flex w-72 min-w-0 gap-1.5 text-[12px] text-muted max-md:w-0 max-md:flex-1"
      >
        <span className="shrink-0 whitespace-nowrap">
          <span className="text-text">{time}</span> {filmTexts.ofWhole(whole)}
        </span>
        <span className="truncate" title={last}>
          {last && `· ${last}`}
        </span>
      </p>
      <ToEnd />
    </section>
  );
}

function Speed() {
  const { speed, setSpeed } = useShowing();
  return (
    <select
      aria-label={filmTexts.speed}
      value={speed}
      onChange={({ target }) => setSpeed(Number(target.value))}
      className="min-h-8 rounded-md bg-transparent text-[12px] text-muted hover:text-text max-md:min-h-11"
    >
      {speeds.map((times) => (
        <option key={times} value={times}>
          {filmTexts.times(times)}
        </option>
      ))}
    </select>
  );
}

/** @param props.text the moment in words, for those who do not see it. */
function Slider({ text }: { text: string }) {
  const { moment, moments, marks, scale, isPlaying, seek, play, pause } = useShowing();
  const place = moment === undefined ? places : Math.round(scale.at(moment) * places);
  const { start, end } = scale.window;
  const from = moment ?? end;

  function onKeyDown(event: KeyboardEvent) {
    const times = marks.map(({ at }) => at);
    const moves: Record<string, () => void> = {
      ArrowLeft: () => seek(momentBefore(moments, from) ?? start),
      ArrowDown: () => seek(momentBefore(moments, from) ?? start),
      ArrowRight: () => seek(momentAfter(moments, from)),
      ArrowUp: () => seek(momentAfter(moments, from)),
      PageUp: () => seek(momentBefore(times, from) ?? start),
      PageDown: () => seek(momentAfter(times, from)),
      Home: () => seek(start),
      End: () => seek(undefined),
      ' ': () => (isPlaying ? pause() : play()),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  }

  return (
    <input
      type="range"
      min={0}
      max={places}
      value={place}
      aria-label={filmTexts.slider}
      aria-valuetext={text}
      title={filmTexts.keys}
      onKeyDown={onKeyDown}
      onChange={({ target }) => {
        const at = Number(target.value);
        seek(at >= places ? undefined : Math.round(scale.instantAt(at / places)));
      }}
      className="film-slider block w-full"
      style={{ '--shown': `${(place / places) * 100}%` } as CSSProperties}
    />
  );
}

/** They do not change as one goes from moment to moment. */
const Marks = memo(function Marks({ marks, scale }: { marks: Mark[]; scale: TimeScale }) {
  const drawn = useMemo(() => thinned(marks, { at: scale.at, places: markPlaces }), [marks, scale]);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-[7px] top-0">
      {drawn.map(({ at, kind, text, place }) => (
        <span
          key={`${at} ${kind} ${text}`}
          data-mark={kind}
          className={`film-mark film-mark-${kind}`}
          style={{ left: `${place * 100}%` }}
        />
      ))}
    </div>
  );
});

/** The way back to the run as it is. */
function ToEnd() {
  const { hasEnded } = useRunContext();
  const { moment, seek } = useShowing();
  const Icon = hasEnded ? SkipForward : Radio;
  return (
    <Button
      look="quiet"
      className="px-2 max-md:min-h-11"
      title={hasEnded ? filmTexts.goEnd : filmTexts.goLive}
      disabled={moment === undefined}
      onClick={() => seek(undefined)}
    >
      <Icon aria-hidden className="size-4" />
      {hasEnded ? filmTexts.end : filmTexts.live}
    </Button>
  );
}
