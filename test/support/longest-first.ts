import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { patienceOf, projectNames } from './what-tests-need.ts';

/**
 * Begins with the projects and files that take longest, so that no process is left alone with one at the end: the
 * many short ones, which need nothing, come last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is no array's
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) =>
        placeOf(one) - placeOf(other) || patienceOf(other.moduleId) - patienceOf(one.moduleId),
    );
  }
}

const placeOf = ({ project }: TestSpecification) =>
  (projectNames as readonly string[]).indexOf(project.name);
