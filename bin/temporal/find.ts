import { NotUsable, type SourceContext, type TemporalSource } from './source.ts';

/**
 * The path of a Temporal program, from the first source that has one.
 * Says in one line which source was taken.
 * @throws {TemporalNotFound} when no source has one.
 */
export async function findTemporal(
  sources: readonly TemporalSource[],
  context: SourceContext,
): Promise<string> {
  const { say } = context;
  const refusals: Refusal[] = [];
  for (const source of sources) {
    try {
      const binary = await source.find(context);
      say(`Temporal: ${source.name}`);
      return binary;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof NotUsable) say(`Temporal: ${source.name} ${reason}`);
      refusals.push({ source, reason });
    }
  }
  throw new TemporalNotFound(refusals);
}

type Refusal = { source: TemporalSource; reason: string };

/** No source has a Temporal program; the message says what was tried and how to mend each. */
export class TemporalNotFound extends Error {
  override readonly name = 'TemporalNotFound';
  constructor(refusals: readonly Refusal[]) {
    const lines = refusals.map(
      ({ source, reason }) => `  - ${source.name}: ${reason}\n      fix: ${source.remedy}`,
    );
    super(
      [
        'No Temporal server found. Tried, in this order:',
        ...lines,
        'One of these is enough. Or set TEMPORAL_ADDRESS to a running server.',
      ].join('\n'),
    );
  }
}
