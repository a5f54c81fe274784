import { Link } from '@tanstack/react-router';
import { useDomain } from '../../domain.ts';
import { buttonLook } from '../controls/button.tsx';
import { texts } from './texts.ts';

/** Where there is nothing yet: leads to the ready-made pipeline that shows most. */
export function StartExample() {
  const example = useDomain(({ examples }) => examples?.pipeline);
  if (!example) return null;
  return (
    <Link to="/pipelines/$name" params={{ name: example.name }} className={buttonLook('primary')}>
      {texts.example(example.title)}
    </Link>
  );
}
