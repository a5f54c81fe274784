import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { Ago } from '../../components/values/time.tsx';
import { conditionText, valueText, windowText } from '../costs/alerts/alert-words.ts';
import { Panel, Row, Rows } from './panel.tsx';
import { texts } from './texts.ts';

/** The alerts on failures and costs that are above their limit; nothing where none is. */
export function Alerts() {
  const query = useQuery({ ...queries.healthAlerts(), refetchInterval: 30_000 });
  const above = query.data?.items.filter(({ isAbove }) => isAbove) ?? [];
  if (above.length === 0) return null;
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
                {conditionText(alert)}
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
