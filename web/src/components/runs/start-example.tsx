import { Link } from '@tanstack/react-router';
import { buttonLook } from '../controls/button.tsx';

/** Where there is nothing yet: leads to the ready-made pipeline that shows most. */
export function StartExample() {
  return (
    <Link
      to="/pipelines/$name"
      params={{ name: 'research-to-trading' }}
      className={buttonLook('primary')}
    >
      Start &ldquo;Research, then trade&rdquo;
    </Link>
  );
}
