import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { queries } from '../../../api/queries.ts';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { RequestsFrame } from '../requests-frame.tsx';
import { texts } from '../texts.ts';
import type { Before } from './answers.tsx';
import { draftOf, emptyDraft } from './draft.ts';
import { Playground } from './playground.tsx';

/** A request to be changed and sent; it begins with one that was kept, an example, or empty. */
export function PlaygroundPage() {
  const { request, example } = useSearch({ from: '/requests/playground' });
  return (
    <RequestsFrame tab={texts.page.playground}>
      {request !== undefined ? (
        <OfRequest key={request} id={request} />
      ) : example !== undefined ? (
        <OfExample key={example} id={example} />
      ) : (
        <Playground initial={emptyDraft} />
      )}
    </RequestsFrame>
  );
}

function OfRequest({ id }: { id: string }) {
  const query = useQuery(queries.request(id));
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
      {(detail) => {
        const { request, answer } = detail;
        const before: Before = {
          title: texts.playground.before,
          text: answer?.text ?? detail.error?.message ?? '',
          calls: answer?.toolCalls ?? [],
          record: detail,
        };
        return request ? (
          <Playground initial={draftOf(request)} before={before} requestId={id} />
        ) : (
          <p className="text-muted">{texts.detail.noQuestion}</p>
        );
      }}
    </Loaded>
  );
}

function OfExample({ id }: { id: string }) {
  const query = useQuery(queries.example(id));
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
      {({ request, expected }) => (
        <Playground
          initial={draftOf(request)}
          before={{ title: texts.playground.expected, text: expected, calls: [] }}
        />
      )}
    </Loaded>
  );
}
