import { closeCodes } from '../../contracts/runs/run-events.ts';
import type { Outlet } from './outlet.ts';
import { positionText } from './position.ts';
import type { Position } from './position.ts';
import { createRing } from './ring.ts';
import type { Capacity } from './ring.ts';

/** A thousand events a reader are kept at least, where none is larger than 8 kB. */
const usualCapacity: Capacity = { entries: 5_000, characters: 8_000_000 };

/**
 * One numbered stream with its readers. It keeps the picture that its events add up to, and the latest events:
 * who comes back in time gets what is missing, everybody else a snapshot. A reader who does not take what it is
 * sent holds nobody up: what it has not taken stays here alone, and once that is dropped, so is the reader.
 *
 * @param options.picture what a stream begins with.
 * @param options.apply gives the picture after an event.
 */
export function createFeed<Event extends { type: string }, Picture>(options: {
  picture: Picture;
  apply: (picture: Picture, event: Event) => Picture;
  epoch: string;
  capacity?: Capacity;
}) {
  const { apply } = options;
  const ring = createRing(options.capacity ?? usualCapacity);
  const readers = new Set<Reader>();
  let { picture, epoch } = options;
  let sequence = 0;
  let snapshot: string | undefined;

  const placeOf = (number: number) => positionText({ epoch, sequence: number });

  /** The same text for all who join at one number. */
  function snapshotText(): string {
    snapshot ??= JSON.stringify({ position: placeOf(sequence), type: 'snapshot', picture });
    return snapshot;
  }

  function keep(number: number, event: Event): void {
    ring.push(number, JSON.stringify({ position: placeOf(number), ...event }));
  }

  /** Sends as much as there is room for. */
  function serve(reader: Reader): void {
    const { outlet } = reader;
    while (readers.has(reader) && outlet.hasRoom()) {
      if (reader.next === 'snapshot') {
        outlet.send(placeOf(sequence), snapshotText());
        reader.next = sequence + 1;
      } else if (reader.next > sequence) {
        return;
      } else {
        const text = ring.get(reader.next);
        if (text === undefined) return drop(reader);
        outlet.send(placeOf(reader.next), text);
        reader.next += 1;
      }
    }
  }

  function drop(reader: Reader): void {
    readers.delete(reader);
    reader.outlet.end(closeCodes.tooSlow, tooSlow);
  }

  /** Ends readers whose next event is gone, so that nothing waits for them. */
  function dropSlow(): void {
    for (const reader of readers) {
      const { next } = reader;
      if (next !== 'snapshot' && next <= sequence && ring.get(next) === undefined) drop(reader);
    }
  }

  return {
    get position(): Position {
      return { epoch, sequence };
    },
    get picture(): Picture {
      return picture;
    },
    get readers(): number {
      return readers.size;
    },

    /** Numbers an event and sends it to everybody. */
    append(event: Event): Position {
      sequence += 1;
      picture = apply(picture, event);
      snapshot = undefined;
      keep(sequence, event);
      for (const reader of readers) serve(reader);
      dropSlow();
      return { epoch, sequence };
    },

    /**
     * Begins anew at a position: everybody gets a snapshot.
     * @param earlier the events before it that are known, without a gap, for who comes back.
     */
    restart(position: Position, from: Picture, earlier: readonly Event[] = []): void {
      ({ epoch, sequence } = position);
      picture = from;
      snapshot = undefined;
      ring.clear();
      earlier.forEach((event, index) => keep(sequence - earlier.length + index + 1, event));
      for (const reader of readers) {
        reader.next = 'snapshot';
        serve(reader);
      }
    },

    /**
     * Sends a client what follows on `after`, or a snapshot and what follows on that.
     * @returns a function that ends that; the client's own end does too.
     */
    join(outlet: Outlet, after: Position | undefined): () => void {
      const isKept =
        after?.epoch === epoch &&
        (after.sequence === sequence || ring.get(after.sequence + 1) !== undefined);
      const reader: Reader = { outlet, next: isKept ? after.sequence + 1 : 'snapshot' };
      readers.add(reader);
      outlet.onRoom(() => serve(reader));
      serve(reader);
      return () => void readers.delete(reader);
    },

    /** Ends all readers. */
    close(code: number, reason: string): void {
      const open = [...readers];
      readers.clear();
      for (const { outlet } of open) outlet.end(code, reason);
    },
  };
}

type Reader = { outlet: Outlet; next: number | 'snapshot' };

export type Feed<Event extends { type: string }, Picture> = ReturnType<
  typeof createFeed<Event, Picture>
>;

const tooSlow =
  'You read too slowly. Reconnect with ?after=POSITION, the position of the last event you read';
