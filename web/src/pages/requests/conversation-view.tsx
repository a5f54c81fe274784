import type { RequestDetail } from '../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { JsonView } from '../../components/values/json-view.tsx';
import { duration } from '../../components/values/time.tsx';
import { Section } from '../../components/layout/section.tsx';
import { WireMessage, CallView } from './wire-message.tsx';
import { calledNames } from './called-names.ts';
import { texts } from './texts.ts';

const tryColours = { answered: 'text-good', failed: 'text-bad', skipped: 'text-muted' };

/** What was asked and answered, to read. */
export function ConversationView({ detail }: { detail: RequestDetail }) {
  const { request, attempts, error } = detail;
  return (
    <div className="max-w-4xl px-5 pb-8">
      {error && (
        <div className="mt-5 rounded-md border border-line bg-raised p-3">
          <p className="font-medium text-bad">{error.type}</p>
          <p className="wrap-anywhere">{error.message}</p>
        </div>
      )}
      {request ? <Question request={request} /> : <NoQuestion />}
      <Answer detail={detail} />
      {(attempts.length > 1 || attempts.some(({ status }) => status !== 'answered')) && (
        <Attempts attempts={attempts} />
      )}
    </div>
  );
}

function NoQuestion() {
  return <p className="mt-5 text-muted">{texts.detail.noQuestion}</p>;
}

function Question({ request }: { request: NonNullable<RequestDetail['request']> }) {
  const { model: _model, messages, tools, ...parameters } = request;
  const offered = Array.isArray(tools) ? tools : [];
  const called = calledNames(messages);
  return (
    <>
      <Section heading="h2" title={texts.detail.messages}>
        <ol className="grid gap-3">
          {messages.map((message, index) => (
            // What was asked does not change.
            <li key={index}>
              <WireMessage message={message} {...answeredBy(message, called)} />
            </li>
          ))}
        </ol>
      </Section>
      {offered.length > 0 && (
        <Section heading="h2" title={texts.detail.toolsTitle}>
          <details>
            <summary className="cursor-pointer text-muted">
              {texts.detail.tools(offered.length)}
            </summary>
            <div className="mt-1 rounded-md bg-canvas p-3">
              <JsonView value={offered.map((tool) => (tool as JsonObject)['function'] ?? tool)} />
            </div>
          </details>
        </Section>
      )}
      {Object.keys(parameters).length > 0 && (
        <Section heading="h2" title={texts.detail.parameters}>
          <JsonView value={parameters} />
        </Section>
      )}
    </>
  );
}

/** Which tool a message is the answer of. */
function answeredBy({ tool_call_id: id }: JsonObject, called: Map<string, string>) {
  const tool = typeof id === 'string' ? called.get(id) : undefined;
  return tool === undefined ? {} : { tool };
}

function Answer({ detail: { answer } }: { detail: RequestDetail }) {
  if (!answer) {
    return (
      <Section heading="h2" title={texts.detail.answer}>
        <p className="text-muted">{texts.detail.noAnswer}</p>
      </Section>
    );
  }
  const { text, toolCalls, reasoning, finish, ignored } = answer;
  return (
    <Section heading="h2" title={texts.detail.answer} remark={finish === 'stop' ? '' : finish}>
      <div className="grid gap-2 rounded-md border border-line bg-raised p-3">
        {reasoning !== undefined && (
          <details>
            <summary className="cursor-pointer text-muted">{texts.detail.thoughts}</summary>
            <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-muted">{reasoning}</p>
          </details>
        )}
        {text !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
        {toolCalls.map((call) => (
          <CallView key={call.id} name={call.name} text={call.arguments} />
        ))}
        {ignored && (
          <p className="text-[12px] text-muted">
            {texts.detail.ignored}: {ignored.join(', ')}
          </p>
        )}
      </div>
    </Section>
  );
}

function Attempts({ attempts }: Pick<RequestDetail, 'attempts'>) {
  return (
    <Section heading="h2" title={texts.detail.attempts}>
      <ol className="grid gap-2">
        {attempts.map(({ model, deployment, status, error, durationMs, toolsInWords }, index) => (
          // Attempts have an order and nothing else of their own.
          <li key={index}>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-mono text-[12px]">{model}</span>
              {deployment && <span className="text-muted">({deployment})</span>}
              <span className={`font-medium ${tryColours[status]}`}>
                {texts.detail.looks[status]}
              </span>
              {status !== 'skipped' && <span className="text-muted">{duration(durationMs)}</span>}
            </p>
            {toolsInWords && <p className="text-muted">{texts.detail.toolsInWords}</p>}
            {error && (
              <p className="wrap-anywhere text-muted">
                {error.code}: {error.message}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
