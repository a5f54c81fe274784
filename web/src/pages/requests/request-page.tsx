import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestDetail } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { BackLink } from '../../components/layout/back-link.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Dollars } from '../../components/values/rounded.tsx';
import { wholeNumber } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import type { LabelledValue } from '../../components/values/labelled-values.tsx';
import { duration } from '../../components/values/time.tsx';
import { ConversationView } from './conversation-view.tsx';
import { KeepDialog } from './keep-dialog.tsx';
import { RawView } from './raw-view.tsx';
import { statusColours } from './status-colours.ts';
import { texts } from './texts.ts';
import { fullTime } from '../../components/values/instant.ts';

/** One call of a model: what was asked and answered, what went over the wire, and what it took. */
export function RequestPage() {
  const { id } = useParams({ from: '/requests/$id' });
  const query = useQuery(queries.request(id));
  const [isKept, setIsKept] = useState(false);
  const request = query.data?.request;
  return (
    <>
      <PageHeader
        title={texts.detail.title}
        tab={query.data?.preview}
        back={<BackLink to="/requests" title={texts.detail.back} />}
      >
        {request && (
          <>
            <RightButton
              right="operate"
              className="max-md:min-h-11"
              onClick={() => setIsKept(true)}
            >
              {texts.detail.keep}
            </RightButton>
            <Link
              to="/requests/playground"
              search={{ request: id }}
              className={`${buttonLook('primary')} max-md:min-h-11`}
            >
              {texts.detail.inPlayground}
            </Link>
          </>
        )}
      </PageHeader>
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {(detail) => (
          <>
            <RequestFacts detail={detail} />
            <RequestViews detail={detail} />
            {isKept && request && (
              <KeepDialog
                request={request}
                requestId={id}
                name={detail.preview.slice(0, 80)}
                expected={detail.answer?.text ?? ''}
                onClose={() => setIsKept(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function RequestViews({ detail }: { detail: RequestDetail }) {
  const { view } = useSearch({ from: '/requests/$id' });
  const navigate = useNavigate({ from: '/requests/$id' });
  return (
    <Tabs
      label={texts.detail.views}
      current={view ?? 'readable'}
      onChange={(name) =>
        void navigate({ search: name === 'raw' ? { view: 'raw' } : {}, replace: true })
      }
      tabs={[
        {
          name: 'readable',
          title: texts.detail.readable,
          content: <ConversationView detail={detail} />,
        },
        { name: 'raw', title: texts.detail.raw, content: <RawView detail={detail} /> },
      ]}
    />
  );
}

function RequestFacts({ detail }: { detail: RequestDetail }) {
  const { status, model, at, durationMs, firstMs, costUsd, inputTokens, outputTokens } = detail;
  const { user, agent, runId, nodePath, keyId, callId, chain } = detail;
  const fact = (label: string, value: LabelledValue['value'] | null) =>
    value === null ? [] : [{ label, value }];
  const mono = (text: string) => <span className="font-mono text-[12px]">{text}</span>;
  return (
    <div className="px-5 pb-5">
      <LabelledValues
        values={[
          {
            label: texts.table.status,
            value: <span className={statusColours[status]}>{texts.statuses[status]}</span>,
          },
          { label: texts.table.model, value: mono(model) },
          ...fact(texts.detail.chain, chain.length > 1 ? mono(chain.join(', ')) : null),
          { label: texts.detail.started, value: fullTime(at) },
          { label: texts.table.duration, value: duration(durationMs) },
          ...fact(texts.detail.firstToken, firstMs === null ? null : duration(firstMs)),
          ...fact(
            texts.detail.inputTokens,
            inputTokens === null
              ? null
              : withPart(inputTokens, detail.cachedInputTokens, texts.detail.cached),
          ),
          ...fact(
            texts.detail.outputTokens,
            outputTokens === null
              ? null
              : withPart(outputTokens, detail.reasoningTokens, texts.detail.reasoning),
          ),
          ...fact(
            texts.table.cost,
            costUsd === null ? (
              status === 'answered' ? (
                texts.detail.unknownPrice
              ) : null
            ) : (
              <Dollars amount={costUsd} />
            ),
          ),
          { label: texts.detail.user, value: user },
          ...fact(texts.detail.agent, agent),
          ...fact(texts.detail.node, nodePath && mono(nodePath)),
          ...fact(texts.detail.key, keyId && mono(keyId)),
          ...fact(
            texts.filters.only.run,
            runId && (
              <Link
                to="/runs/$runId"
                params={{ runId }}
                className="font-mono text-[12px] text-accent hover:underline"
              >
                {runId}
              </Link>
            ),
          ),
          { label: texts.detail.call, value: mono(callId) },
        ]}
      />
    </div>
  );
}

function withPart(all: number, part: number | null, words: (count: string) => string) {
  return (
    <>
      {wholeNumber(all)}
      {part !== null && part > 0 && (
        <span className="text-muted"> ({words(wholeNumber(part))})</span>
      )}
    </>
  );
}
