import type { AgentMemoryView } from '../../../../contracts/api/index.ts';
import { wholeNumber } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { texts } from './texts.ts';

/** Where the memory is kept, how much there is, and what it is compared by. */
export function Standing({ memory }: { memory: AgentMemoryView }) {
  const { store, embedding, entries, comparable, maximum } = memory;
  const others = entries - comparable;
  return (
    <section aria-label={texts.status.label} className="px-5 pb-4">
      <LabelledValues
        values={[
          {
            label: texts.status.memories,
            value: texts.status.count(wholeNumber(entries), wholeNumber(maximum)),
          },
          { label: texts.status.store, value: store },
          { label: texts.status.embedding, value: embedding.name },
        ]}
      />
      {embedding.notice && <p className="mt-2 text-muted">{embedding.notice}</p>}
      {others > 0 && (
        <p className="mt-2 text-muted">{texts.status.incomparable(wholeNumber(others))}</p>
      )}
    </section>
  );
}
