import { useQuery } from '@tanstack/react-query';
import { AudioWaveform } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { EventGroup } from '../../../../contract/library/event-groups.ts';
import { placedRecordings } from '../../../../core/events/clock.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { useEventText } from '../text.ts';
import styles from './page.module.css';

/** All events. */
export function EventsPage() {
  const t = useEventText();
  const [, navigate] = useLocation();
  const { data: events, error, refetch } = useQuery(queries.events);
  const content = () => {
    if (!events)
      return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className={styles.loading} />;
    if (events.length > 0) return events.map((event) => <EventRow key={event.id} event={event} />);
    return (
      <EmptyState
        icon={AudioWaveform}
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Button look="primary" onClick={() => navigate('/library')}>
            {t('empty.library')}
          </Button>
        }
      />
    );
  };
  return (
    <Page title={t('title')} trail={[{ label: t('library'), href: '/library' }]}>
      <div className={styles.list}>{content()}</div>
    </Page>
  );
}

function EventRow({ event }: { event: EventGroup }) {
  const t = useEventText();
  const formats = useFormats();
  const placed = placedRecordings(event.recordings).length;
  const state = event.status === 'syncing' ? t('syncing') : event.status === 'failed' ? t('failed') : null;
  const facts = [t('recordings', { count: event.recordings.length }), state ?? t('placed', { count: placed })];
  return (
    <Link href={`/events/${event.id}`} className={styles.row}>
      <AudioWaveform aria-hidden size={16} strokeWidth={1.75} className={styles.icon} />
      <span className={styles.title} dir="auto">
        {event.title}
      </span>
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <span className={styles.facts}>{event.duration > 0 && position(event.duration)}</span>
      <span className={styles.facts}>{formats.ago(event.updated_at)}</span>
    </Link>
  );
}
