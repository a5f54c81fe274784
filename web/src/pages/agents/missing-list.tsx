import { Link } from '@tanstack/react-router';
import type { AgentView } from '../../../../contracts/api/index.ts';
import type { AgentGap } from '../../../../contracts/agents/gap.ts';
import { texts } from './texts.ts';

type MissingListProps = Pick<AgentView, 'missing' | 'warnings'> & {
  /** Of what it cannot do without. */
  title?: string;
};

/** What an agent needs before it can be given a task, and what it goes without, each with what to do. */
export function MissingList(props: MissingListProps) {
  const { missing, warnings, title = texts.missing.title } = props;
  return (
    <>
      <Gaps title={title} gaps={missing} look="border-bad" titleLook="font-medium text-bad" />
      <Gaps
        title={texts.missing.warnings}
        gaps={warnings}
        look="border-line text-muted"
        titleLook="text-wait"
      />
    </>
  );
}

type GapsProps = { title: string; gaps: AgentGap[]; look: string; titleLook: string };

function Gaps({ title, gaps, look, titleLook }: GapsProps) {
  if (gaps.length === 0) return null;
  return (
    <section aria-label={title} className={`rounded-md border p-3 ${look}`}>
      <p className={titleLook}>{title}</p>
      <ul className="mt-1 grid gap-1 text-[12px]">
        {gaps.map(({ kind, name, message, fix }) => (
          <li key={`${kind} ${name} ${message}`} className="wrap-anywhere">
            {kindTitles[kind]} <GapName kind={kind} name={name} /> {message}
            <span className="block text-muted">{texts.missing.fix(fix)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const kindTitles: Record<AgentGap['kind'], string> = {
  model: texts.missing.kinds.model,
  engine: texts.missing.kinds.engine,
  tool: texts.missing.kinds.tool,
  planner: texts.missing.kinds.planner,
  memory: texts.missing.kinds.memory,
  agent: texts.missing.kinds.agent,
};

/** Leads to the page that shows what there is of the kind. */
function GapName({ kind, name }: Pick<AgentGap, 'kind' | 'name'>) {
  if (kind !== 'model' && kind !== 'tool') return <span className="font-mono">{name}</span>;
  return (
    <Link
      to={kind === 'model' ? '/models' : '/tools'}
      className="rounded font-mono underline hover:text-accent"
    >
      {name}
    </Link>
  );
}
