import { useState } from 'react';
import type { Json } from '../../../../contracts/base/json.ts';
import type { Pair } from '../../../../contracts/runs/compare-runs.ts';
import { Button } from '../../components/controls/button.tsx';
import { kindOf } from '../../components/values/kinds/kind-of.ts';
import { ResultView } from '../../components/values/result-view.tsx';
import { useDomain } from '../../domain.ts';
import { differingMembers } from './differing-members.ts';
import { Row } from './sides.tsx';
import { texts } from './texts.ts';

/** What both gave; of values under their names at first only those that differ. */
export function OutputRow({ pair }: { pair: Pair<Json> }) {
  const [isWhole, setIsWhole] = useState(false);
  const sides = [pair.one, pair.other].filter((side) => side !== undefined);
  const isDrawn = useDomain(({ result }) => sides.map((side) => result?.(side)).find(Boolean));
  const differing = !isDrawn && sides.every(isInParts) ? differingMembers(pair) : undefined;
  return (
    <>
      <Row
        name={texts.output.title}
        pair={isWhole || !differing ? pair : differing}
        show={showResult}
      />
      {differing && (
        <tr className="border-b border-line last:border-0 max-md:block">
          <td colSpan={3} className="py-1.5 max-md:block md:pl-32">
            <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? texts.output.onlyDiffering : texts.output.all}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}

/** As it is drawn where one looks at one run alone. */
const showResult = (value: Json) => <ResultView value={value} />;

function isInParts(value: Json): boolean {
  const kind = kindOf(value)?.kind;
  return kind === undefined || kind === 'parts';
}
