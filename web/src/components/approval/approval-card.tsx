import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { toast } from '../notices/toast.ts';
import type { ApprovalView, FieldProblem } from '../../../../contracts/api/index.ts';
import { decideApproval } from '../../api/approvals.ts';
import { queries } from '../../api/queries.ts';
import type { ApprovalDecision } from '../../api/approvals.ts';
import { ApiProblem } from '../../api/request.ts';
import { Button } from '../controls/button.tsx';
import { AskingRun } from './asking-run.tsx';
import { Decide } from './decide.tsx';
import { PreviewFacts, RefusedNow } from './preview-facts.tsx';
import { Refusals } from './refusals.tsx';
import { SignalCommand } from './signal-command.tsx';
import { hindrancesOf } from './standing.ts';
import { Subject } from './subject.tsx';
import { useEditing } from './use-editing.ts';
import { isRefused, usePreview } from './use-preview.ts';
import { Voices } from './voices.tsx';
import { TaintMark } from '../values/taint-mark.tsx';
import { problemsOf } from '../schema-form/problems-at.ts';
import { Ago } from '../values/time.tsx';
import { texts } from './texts.ts';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import type { Editing } from './use-editing.ts';

type Decision = ApprovalDecision['decision'];

const verdicts: Record<Decision, string> = {
  approve: texts.card.verdicts.approve,
  reject: texts.card.verdicts.reject,
};

type ApprovalCardProps = {
  approval: ApprovalView;
  /** Stands under the title: where the question comes from. */
  about?: ReactNode;
  /** Told as soon as it is decided here, before the run has taken it in. */
  onDecide?: () => void;
  /** Stands among others, which it must not be taken for. */
  isOneOfMany?: boolean;
};

/** What a person is asked for, with what can be changed of it and the buttons to decide it. */
export function ApprovalCard(props: ApprovalCardProps) {
  const { approval, about, onDecide, isOneOfMany = false } = props;
  const navigate = useNavigate();
  const card = useRef<HTMLElement>(null);
  const titleId = useId();
  const [comment, setComment] = useState('');
  const [isChanging, setIsChanging] = useState(false);
  const editing = useEditing(approval);
  const preview = usePreview(approval, editing?.changed);
  const revision = preview?.data?.revision ?? undefined;
  const args = revision?.args ?? editing?.changed;
  const refusals = preview?.data && isRefused(preview.data) ? preview.data.refusals : [];
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      decideApproval(approval, {
        decision,
        hash: approval.hash,
        ...(comment.trim() && { comment: comment.trim() }),
        ...(decision === 'approve' && args && { args }),
        ...(decision === 'approve' && refusals.length > 0 && { despite: refusals }),
      }),
    onMutate: onDecide,
    // The card goes: what happened is said elsewhere, also where somebody else was first.
    onSuccess: ({ status, approvedBy, quorum }, decision) => {
      const needsMore = decision === 'approve' && status === 'pending' && approvedBy.length > 0;
      const verdict = needsMore
        ? texts.voices.counted(approvedBy.length, quorum)
        : verdicts[decision];
      toast.success(`${verdict}: ${approval.title}`, {
        id: approval.id,
        // Where the card stands at its run, one is there already.
        ...(about !== undefined && {
          action: {
            label: texts.card.openRun,
            onClick: () => void navigate({ to: '/runs/$runId', params: { runId: approval.runId } }),
          },
        }),
      });
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.status === 409) {
        toast.error(error.message, { id: approval.id });
      }
    },
  });

  const me = useQuery(queries.me()).data;
  const answer = decide.data;
  // The answer to one's own approval is there before the list is read again.
  const latest = answer && answer.voices.length > approval.voices.length ? answer : approval;
  const hindrances = me ? hindrancesOf(latest, me, args) : {};
  const isCounted =
    me !== undefined &&
    decide.variables === 'approve' &&
    answer?.status === 'pending' &&
    answer.approvedBy.includes(me.name);

  // The buttons could not be pressed meanwhile: the focus goes to what is wrong.
  useEffect(() => {
    if (!decide.error) return;
    const alert = card.current?.querySelector<HTMLElement>('[role="alert"]');
    const wrong = card.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? alert;
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center' });
    // Both in sight where there is room for both, else the field.
    alert?.scrollIntoView({ block: 'nearest' });
    wrong?.scrollIntoView({ block: 'nearest' });
  }, [decide.error]);

  return (
    <article
      ref={card}
      aria-labelledby={titleId}
      className="rounded-lg border border-line bg-surface p-4"
    >
      <h2 id={titleId} className="text-[15px] font-semibold">
        {approval.title}
      </h2>
      {about && <AskingRun run={approval.run} />}
      <p className="mb-4 text-muted">
        {about} {texts.card.requested} <Ago instant={approval.requestedAt} /> {texts.card.expires}{' '}
        <Ago instant={approval.expiresAt} />
      </p>
      {approval.outside && (
        <p className="mb-4 max-w-full">
          <TaintMark sources={approval.outside} what={texts.card.untrusted} />
        </p>
      )}
      {preview?.data && <RefusedNow {...preview.data} />}
      <Subject
        approval={approval}
        {...(editing?.changed && { args: editing.changed })}
        {...(preview && { now: <PreviewFacts {...preview} /> })}
      >
        {editing && !isChanging && (
          <Button className="min-h-11 md:min-h-8" onClick={() => setIsChanging(true)}>
            {texts.card.edit}
          </Button>
        )}
      </Subject>
      {editing && isChanging && (
        <EditArguments
          editing={editing}
          problems={problemsOf(decide.error)}
          onClose={() => setIsChanging(false)}
        />
      )}
      <Voices approval={latest} />
      <Refusals refusals={approval.refusals} />
      <label className="mt-3 block">
        <span className="text-muted">{texts.card.comment}</span>
        <input
          value={comment}
          maxLength={2000}
          onChange={({ target }) => setComment(target.value)}
          className="mt-1 min-h-11 w-full rounded-md border border-line-strong bg-raised px-2 md:min-h-9"
        />
      </label>
      <Decide
        // What was sent counts as soon as the run has taken it in: until then it is not asked again.
        sent={decide.isPending || (decide.isSuccess && !isCounted) ? decide.variables : undefined}
        hindrances={hindrances}
        isChanged={editing?.changed !== undefined}
        isLookingUp={preview?.isOutOfDate ?? false}
        isAwaited={preview?.isAwaited ?? false}
        {...(revision && { revision: revision.title })}
        isRefused={refusals.length > 0}
        problem={decide.error}
        isSticky={!isOneOfMany}
        onDecide={decide.mutate}
      />
      <SignalCommand id={approval.id} />
    </article>
  );
}

type EditArgumentsProps = { editing: Editing; problems: FieldProblem[]; onClose: () => void };

/** Lets what is asked for be changed before it is approved. */
function EditArguments({ editing, problems, onClose }: EditArgumentsProps) {
  const { fields, texts: written, setTexts, changed, reset } = editing;
  const form = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus({
      preventScroll: true,
    });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <fieldset
      ref={form}
      // The buttons that stay in sight lie above the end of what is scrolled.
      className="mt-3 grid scroll-mt-4 scroll-mb-24 gap-3 rounded-md border border-line p-3 [grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))]"
    >
      <legend className="px-1 text-muted">{changed ? texts.edit.changed : texts.edit.title}</legend>
      <SchemaForm
        fields={fields}
        texts={written}
        onChange={setTexts}
        problems={problems}
        at="args"
      />
      <Button
        className="min-h-11 self-end md:min-h-8"
        onClick={() => {
          reset();
          onClose();
        }}
      >
        {texts.edit.reset}
      </Button>
    </fieldset>
  );
}
