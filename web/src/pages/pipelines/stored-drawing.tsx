import { useQuery } from '@tanstack/react-query';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { queries } from '../../api/queries.ts';
import { Drawing } from './drawing.tsx';

/** A small picture of a stored pipeline; what is stored is without mistakes. */
export function StoredDrawing({ name }: { name: string }) {
  const { data } = useQuery({ ...queries.pipeline(name), staleTime: 60_000 });
  return data ? <Drawing document={data.document as Pipeline} /> : <div className="size-full" />;
}
