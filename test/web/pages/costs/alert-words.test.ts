import { expect, it } from 'vitest';
import type { HealthAlertView } from '../../../../contracts/api/index.ts';
import { conditionText } from '../../../../web/src/pages/costs/alerts/alert-words.ts';

const alert = {
  kind: 'cost',
  usd: '5',
  pipeline: 'desk',
} as HealthAlertView;
const titleOf = (name: string) => (name === 'desk' ? 'The desk' : name);

it('names the pipeline of an alert by its title', () => {
  expect(conditionText(alert, titleOf)).toBe('Cost of The desk above $5.00');
  expect(conditionText({ ...alert, pipeline: 'gone' }, titleOf)).toBe('Cost of gone above $5.00');
  expect(conditionText({ ...alert, pipeline: null }, titleOf)).toContain('all pipelines');
});
