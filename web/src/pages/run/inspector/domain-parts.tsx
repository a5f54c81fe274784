import type { StepView } from '../../../../../contracts/api/index.ts';
import { useDomains } from '../../../domain.ts';
import { useRunContext } from '../run-context.ts';
import { Section } from '../../../components/layout/section.tsx';

/** What domains draw of the run, or of some of its steps. */
export function DomainParts({ steps }: { steps?: StepView[] }) {
  const { allNodes, steps: all } = useRunContext();
  return useDomains().map(({ name, runPart }) => {
    const part = runPart?.({ nodes: allNodes, steps: all }, steps);
    return (
      part && (
        <Section key={name} title={part.title}>
          {part.content}
        </Section>
      )
    );
  });
}
