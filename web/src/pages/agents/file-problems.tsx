import type { FileProblem } from '../../../../contracts/agents/file-problem.ts';
import { texts } from './texts.ts';

/** What is wrong with files of agents or of tools; they are read again when they change. */
export function FileProblems({
  problems,
  of = 'agent',
}: {
  problems: FileProblem[];
  of?: 'agent' | 'tool';
}) {
  if (problems.length === 0) return null;
  return (
    <section className="mx-5 mb-4 rounded-md border border-bad p-3" aria-label={texts.files.title}>
      <p className="font-medium text-bad">{texts.files.note(of)}</p>
      <ul className="mt-1 grid gap-1 text-[12px]">
        {problems.map(({ file, line, column, path, message, fix }) => (
          <li key={`${file}:${line}:${column} ${path} ${message}`}>
            <span className="font-mono">
              {file}:{line}:{column}
            </span>{' '}
            {path} {message}: {fix}
          </li>
        ))}
      </ul>
    </section>
  );
}
