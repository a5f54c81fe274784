import { Link } from '@tanstack/react-router';

type NameListProps = {
  label: string;
  names: string[];
  /** The page that shows what has such a name. */
  page?: 'tools';
  /** What is said where there are none. */
  none?: string;
};

const look = 'rounded border border-line bg-canvas px-1.5 py-0.5 font-mono text-[12px]';

/** Names of tools or agents. */
export function NameList({ label, names, page, none }: NameListProps) {
  if (names.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <div>
      <p className="text-[12px] text-muted">{label}</p>
      <ul aria-label={label} className="mt-1 flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name}>
            {page ? (
              <Link to="/tools/$name" params={{ name }} className={`${look} block hover:bg-hover`}>
                {name}
              </Link>
            ) : (
              <span className={`${look} block`}>{name}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
