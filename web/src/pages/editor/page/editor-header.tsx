import { Link } from '@tanstack/react-router';
import {
  ArrowLeft,
  CircleAlert,
  Keyboard,
  Network,
  Redo2,
  Save,
  Sparkles,
  Undo2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Button, buttonLook } from '../../../components/controls/button.tsx';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { ChangeNote } from './change-note.tsx';
import { StartButton } from './start-button.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { isMac } from '../../../components/keys/key-signs.tsx';
import { keyText } from '../../../components/keys/keys.ts';
import { commands } from '../commands/commands.ts';
import type { CommandContext } from '../commands/commands.ts';
import { useProblemCount } from '../model/use-problem-count.ts';
import { useModel } from '../model/model.ts';
import type { Saving } from '../commands/use-save.ts';
import { isDirty } from '../state/store.ts';
import type { Saved } from '../state/store.ts';
import { useEditor } from '../state/use-editor.ts';
import { commandTexts } from '../commands/texts.ts';
import { texts } from '../texts.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';

type EditorHeaderProps = { context: CommandContext; saving: Saving };

/** The pipeline's title, whether it is saved, and what is done with it most. */
export function EditorHeader({ context, saving }: EditorHeaderProps) {
  const { surface, store, edits } = context;
  const title = useEditor(({ history }) => titleOf(history.present.document));
  usePageTitle(title ?? texts.header.newPipeline);
  const saved = useEditor((state) => state.saved);
  const hasChanges = useEditor(isDirty);
  const canUndo = useEditor(({ history }) => history.past.length > 0);
  const canRedo = useEditor(({ history }) => history.future.length > 0);
  return (
    <header className="flex flex-wrap items-center gap-1 border-b border-line bg-surface px-4 py-2">
      <BackLink name={saved.name} />
      {/* What is said here takes from the title's room: nothing that one presses moves. */}
      <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2 md:flex-nowrap">
        <h1 className="text-[15px] font-semibold max-md:wrap-anywhere md:truncate">
          {title ?? texts.header.newPipeline}
        </h1>
        <span role="status" className="shrink-0 text-muted">
          {saving.isWaiting ? texts.header.waiting : stateOf(saved, hasChanges)}
        </span>
        <ProblemCount onClick={() => surface.showPanel('problems')} />
      </div>
      <Tool
        title={commandTexts.undo}
        keys="undo"
        icon={Undo2}
        isOff={!canUndo}
        onClick={() => store.getState().undo()}
      />
      <Tool
        title={commandTexts.redo}
        keys="redo"
        icon={Redo2}
        isOff={!canRedo}
        onClick={() => store.getState().redo()}
      />
      <Tool
        title={commandTexts.layout}
        keys="layout"
        icon={Network}
        onClick={() => void edits.layOut()}
      />
      <Tool
        title={commandTexts.help}
        keys="help"
        icon={Keyboard}
        isOfKeys
        onClick={() => surface.showHelp(true)}
      />
      <SayLink name={saved.name} isOff={saved.name !== undefined && hasChanges} />
      {saved.name !== undefined && (
        <StartButton name={saved.name} hasChanges={hasChanges} context={context} />
      )}
      <ChangeNote hasChanges={hasChanges} onSave={() => void saving.save()} />
      <RightButton
        right="write"
        look="primary"
        disabled={saving.isSaving || (saved.revision !== null && !hasChanges)}
        aria-keyshortcuts="Control+S"
        title={titleWithKey(commandTexts.save, 'Mod+S')}
        onClick={() => void saving.save()}
      >
        <Save aria-hidden className="size-4" />
        {commandTexts.save}
      </RightButton>
    </header>
  );
}

/** To the pipeline's page, or to all of them where it has none yet. */
function BackLink({ name }: { name: string | undefined }) {
  const content = <ArrowLeft aria-hidden className="size-4" />;
  const className = `${buttonLook('quiet')} !px-2`;
  if (name === undefined) {
    return (
      <Link to="/pipelines" aria-label={texts.header.backToPipelines} className={className}>
        {content}
      </Link>
    );
  }
  return (
    <Link
      to="/pipelines/$name"
      params={{ name }}
      aria-label={texts.header.backToPipeline}
      className={className}
    >
      {content}
    </Link>
  );
}

/** To where one says what should change; a pipeline with changes that are not saved is not spoken of. */
function SayLink({ name, isOff }: { name: string | undefined; isOff: boolean }) {
  const content = (
    <>
      <Sparkles aria-hidden className="size-4" />
      <span className="max-md:sr-only">{texts.header.say}</span>
    </>
  );
  if (isOff) {
    return (
      <Button look="quiet" className="max-md:!px-2" disabled title={texts.header.saveFirst}>
        {content}
      </Button>
    );
  }
  return (
    <Link
      to="/say"
      search={name === undefined ? {} : { pipeline: name }}
      className={`${buttonLook('quiet')} max-md:!px-2`}
    >
      {content}
    </Link>
  );
}

function stateOf({ name }: Saved, hasChanges: boolean): string {
  if (name === undefined) return texts.header.notSaved;
  return hasChanges ? texts.header.changed : texts.header.saved;
}

type ToolProps = {
  title: string;
  /** The command whose key it tells. */
  keys: string;
  icon: LucideIcon;
  isOff?: boolean;
  /** Whether it is of use with a keyboard alone. */
  isOfKeys?: boolean;
  onClick: () => void;
};

function Tool({ title, keys, icon: Icon, isOff = false, isOfKeys = false, onClick }: ToolProps) {
  const [combination] = commands.find(({ id }) => id === keys)?.keys ?? [];
  return (
    <Button
      look="quiet"
      className={`px-2! max-md:size-11 ${isOfKeys ? 'max-md:hidden' : ''}`}
      aria-label={title}
      aria-keyshortcuts={combination?.replace('Mod', 'Control')}
      title={titleWithKey(title, combination)}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}

function titleWithKey(title: string, combination = ''): string {
  return `${title} (${keyText(combination, isMac)})`;
}

function ProblemCount({ onClick }: { onClick: () => void }) {
  const count = useProblemCount();
  const warnings = useModel().warnings.length;
  if (count === 0 && warnings === 0) return null;
  return (
    <Button
      look="quiet"
      className={`shrink-0 self-center py-0! ${count > 0 ? 'text-bad!' : 'text-wait!'}`}
      onClick={onClick}
    >
      <CircleAlert aria-hidden className="size-4" />
      {count > 0 ? texts.header.problems(count) : texts.header.warnings(warnings)}
    </Button>
  );
}

/** What a document is called: its title, else its name. */
function titleOf(document: Json): string | undefined {
  if (!isJsonObject(document)) return undefined;
  return [document['title'], document['name']].find(
    (name): name is string => typeof name === 'string' && name !== '',
  );
}
