import type { ApprovalView } from '../../contracts/api/index.ts';
import type { ApiClient } from '../client/api-client.ts';
import { changeLines, changedArgs } from '../client/changed-args.ts';
import type { ArgsChange } from '../client/changed-args.ts';
import type { Context } from '../client/context.ts';
import { CommandError, RequestRefused, exitCodes } from '../client/errors.ts';
import { previewLines, previewOf } from '../client/preview.ts';
import { approvalChoice, approvalLines, askedLines, voicesText } from '../client/run-lines.ts';

type Verb = 'approve' | 'reject';

/**
 * Decides an approval.
 * @param given the id of an approval, or of a run that waits for exactly one; without it, what waits is shown
 * and the user is asked.
 * @param token the approval's, to have it checked.
 * @param preview whether an approval first asks what the call would do now.
 * @param change what is approved otherwise than it was asked for.
 * @param revisions the names of those that are taken where the call is out of date.
 */
export async function decide(
  client: ApiClient,
  context: Context,
  {
    verb,
    given,
    comment,
    token,
    preview: isPreviewed = true,
    change,
    revisions = [],
  }: {
    verb: Verb;
    given?: string;
    comment?: string;
    token?: string;
    preview?: boolean;
    change?: ArgsChange;
    revisions?: readonly string[];
  },
): Promise<void> {
  const { colors, print } = context;
  const approval =
    given === undefined
      ? await choose(client, context, verb)
      : await findApproval(client, given, verb);
  const wanted = change && (await changedArgs(client, context, approval, change));
  const preview =
    verb === 'approve' && isPreviewed
      ? await previewOf(client, approval, wanted, ({ message }) => {
          const failure = `The call could not be previewed: ${message}`;
          if (given === undefined) return context.warn(failure);
          throw new CommandError(
            `Not approved. ${failure}
Try again, or add --no-preview to approve without a preview.`,
          );
        })
      : undefined;
  const told = preview ? previewLines(preview, colors) : [];
  const revision = preview?.revision ?? undefined;
  if (revision && !revisions.includes(revision.name)) {
    for (const line of told) print(line);
    throw new CommandError(
      `Not approved: the request is out of date. Add --${revision.name} to approve it with current values.`,
      exitCodes.usage,
    );
  }
  const args = revision?.args ?? wanted;
  const changes = (args ? changeLines(approval.args, args) : []).map(
    (line) => `${colors.yellow('change')} ${line}`,
  );
  if (given === undefined) {
    for (const line of [...approvalLines(approval, colors), ...told, ...changes]) print(line);
    await confirm(context, verb);
  }
  const decided = await client.decide(approval.id, {
    decision: verb,
    hash: approval.hash,
    ...(comment && { comment }),
    ...(token !== undefined && { token }),
    ...(args && { args }),
  });
  // Whoever was asked has seen them.
  const asked = askedLines({ ...approval, args: args ?? approval.args }, colors);
  for (const line of given === undefined ? [] : [...asked, ...told, ...changes]) print(line);
  const isCounted = decided.voices.length > approval.voices.length;
  const done = { approve: colors.green('Approved'), reject: colors.yellow('Rejected') }[verb];
  if (decided.status !== 'pending') print(`${done}: ${approval.title} (${approval.id})`);
  else if (isCounted) print(`${voicesText(decided)}. More must approve: ${approval.title}`);
  else {
    print(
      `Sent: ${approval.id}. No worker is running; the run receives the decision when one starts.`,
    );
  }
  print(colors.dim(`Watch the run: npx baton show ${approval.runId} --watch`));
}

/** The approval of an id, or the one that a run waits for. */
export async function findApproval(
  client: ApiClient,
  id: string,
  verb: Verb | 'token',
): Promise<ApprovalView> {
  try {
    return await client.approval(id);
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.status !== 404) throw error;
  }
  const { items } = await client.approvals({ status: 'pending', runId: id });
  const [only] = items;
  if (only && items.length === 1) return only;
  if (items.length > 1) throw new CommandError(choiceOf(items, verb), exitCodes.usage);
  const run = await client.run(id).catch(() => undefined);
  throw new CommandError(
    run
      ? `Run ${id} is not waiting for an approval. Its status is ${run.status.replace('_', ' ')}.`
      : `No approval or run ${id} found. npx baton runs lists all runs.`,
  );
}

/** Of what waits, the only one, or the one that the user names. */
async function choose(client: ApiClient, context: Context, verb: Verb): Promise<ApprovalView> {
  const { ask, print, colors, isInteractive } = context;
  const { items } = await client.approvals({ status: 'pending' });
  const [only] = items;
  if (!only) throw new CommandError('No pending approvals.');
  if (!isInteractive) {
    if (items.length > 1) throw new CommandError(choiceOf(items, verb), exitCodes.usage);
    const command = `npx baton ${verb} ${only.id}`;
    throw new CommandError(
      `Baton cannot prompt you because this is not a terminal. Name the approval: ${command}`,
      exitCodes.usage,
    );
  }
  if (items.length === 1) return only;
  print(`${items.length} pending approvals:`);
  items.forEach((item, index) => print(`  ${index + 1}  ${approvalChoice(item, colors)}`));
  const answer = await ask(`Which one? [1-${items.length}] `);
  const chosen = items[Number(answer.trim()) - 1];
  if (chosen) return chosen;
  throw new CommandError('No decision made.');
}

async function confirm({ ask }: Context, verb: Verb): Promise<void> {
  const answer = await ask(`${verb === 'approve' ? 'Approve' : 'Reject'} it? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('No decision made.');
}

function choiceOf(items: ApprovalView[], verb: Verb | 'token'): string {
  const lines = items.map(({ id, title }) => `  npx baton ${verb} ${id}   ${title}`);
  return ['Name the approval:', ...lines].join('\n');
}
