import { Link } from '@tanstack/react-router';
import type { ToolView } from '../../../../contracts/api/index.ts';

/** The version that is shown, and the way to the others. */
export function Versions({ tool: { name, version, versions } }: { tool: ToolView }) {
  const [newest] = versions;
  return (
    <span className="flex flex-wrap gap-x-2">
      {versions.map((one) =>
        one === version ? (
          <span key={one}>
            {one}
            {one === newest && versions.length > 1 && ' (newest)'}
          </span>
        ) : (
          <Link
            key={one}
            to="/tools/$name"
            params={{ name: one === newest ? name : `${name}@${one}` }}
            className="text-accent underline"
          >
            {one}
          </Link>
        ),
      )}
    </span>
  );
}
