import type { AgentMemoryView } from '../../../../contracts/api/index.ts';
import { wholeNumber } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';

/** Where the memory is kept, how much there is, and what it is compared by. */
export function Standing({ memory }: { memory: AgentMemoryView }) {
  const { store, embedding, entries, comparable, maximum } = memory;
  const others = entries - comparable;
  return (
    <section aria-label="How it stands" className="px-5 pb-4">
      <LabelledValues
        values={[
          {
            label: 'Memories',
            value: `${wholeNumber(entries)} of at most ${wholeNumber(maximum)}`,
          },
          { label: 'Kept in', value: store },
          { label: 'Compared by', value: embedding.name },
        ]}
      />
      {embedding.notice && <p className="mt-2 text-muted">{embedding.notice}</p>}
      {others > 0 && (
        <p className="mt-2 text-muted">
          {wholeNumber(others)} of another embedding: no task is told of them.
        </p>
      )}
    </section>
  );
}
