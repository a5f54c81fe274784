import { Link } from '@tanstack/react-router';
import type { HealthAlertView } from '../../../../contracts/api/index.ts';
import { usePipelineTitles } from '../../components/runs/use-pipeline-titles.ts';
import { Ago } from '../../components/values/time.tsx';
import { conditionText, valueText, windowText } from '../costs/alerts/alert-words.ts';
import { Panel, Row, Rows } from './panel.tsx';
import { texts } from './texts.ts';

/** Alerts that are above their limit. */
export default function AlertRows({ above }: { above: HealthAlertView[] }) {
  const titleOf = usePipelineTitles();
  return (
    <Panel
      title={texts.alerts.title}
      count={String(above.length)}
      all={{ title: texts.alerts.all, path: '/costs' }}
    >
      <Rows label={texts.alerts.title}>
        {above.map((alert) => (
          <Row key={alert.id}>
            <span aria-hidden className="size-2 shrink-0 rounded-full bg-bad" />
            <div className="min-w-0 flex-1">
              <Link
                to="/costs"
                search={{ by: 'pipeline', period: 'week' }}
                className="row-link font-medium"
              >
                {conditionText(alert, titleOf)}
              </Link>
              <p className="text-[12px] text-muted">
                <span className="text-bad">{valueText(alert)}</span> · {windowText(alert)}
              </p>
            </div>
            {alert.crossedAt && (
              <span className="shrink-0 text-[12px] text-muted">
                <Ago instant={alert.crossedAt} />
              </span>
            )}
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}
