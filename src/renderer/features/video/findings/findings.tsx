import { ArrowDownToLine, SearchX } from 'lucide-react';
import { useRef } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useVideoText } from '../text.ts';
import { type Filter, isFiltering, NO_FILTER } from './filter.ts';
import { Filters } from './filters.tsx';
import { FindingList, type FindingListProps } from './finding-list.tsx';
import styles from './findings.module.css';
import { useFindingNavigation } from './use-finding-navigation.ts';

export interface FindingsProps extends FindingListProps {
  segments: readonly Segment[];
  /** Findings to list. */
  shown: readonly Segment[];
  /** Number of findings without a filter. */
  total: number;
  filter: Filter;
  setFilter(filter: Filter): void;
  /** Id of the finding to show first, such as an opened search hit. */
  target: string | null;
  /** Opens the form for a new finding. */
  onAdd(): void;
  /** Form for a new finding, if it is open. */
  form: React.ReactNode;
  /** Empty state. */
  empty: React.ReactNode;
}

/** Findings list, synchronized with the player. */
export function Findings(props: FindingsProps) {
  const { segments, shown, total, filter, setFilter, target, form, empty } = props;
  const t = useVideoText();
  const scroller = useRef<HTMLDivElement>(null);
  const navigation = useFindingNavigation(scroller, segments, shown, target);
  const { isFollowing, setFollowing } = navigation;
  const stopFollowing = () => setFollowing(false);

  if (segments.length === 0)
    return (
      <div className={styles.findings}>
        {form}
        {empty}
      </div>
    );
  return (
    <div className={styles.findings}>
      <Filters
        segments={segments}
        shown={shown.length}
        total={total}
        filter={filter}
        setFilter={setFilter}
        onAdd={props.onAdd}
      />
      {form}
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t('filter.none')}
          text={t('filter.noneText')}
          action={isFiltering(filter) && <Button onClick={() => setFilter(NO_FILTER)}>{t('filter.reset')}</Button>}
        />
      ) : (
        <div
          ref={scroller}
          className={styles.scroller}
          onWheel={stopFollowing}
          onTouchMove={stopFollowing}
          onPointerDown={(event) => event.target === event.currentTarget && stopFollowing()}
        >
          <FindingList
            jobId={props.jobId}
            duration={props.duration}
            stillUrl={props.stillUrl}
            onAsk={props.onAsk}
            onMark={props.onMark}
            navigation={navigation}
            query={filter.text}
          />
        </div>
      )}
      {!isFollowing && shown.length > 0 && (
        <div className={styles.now}>
          <Button size="small" icon={ArrowDownToLine} onClick={() => setFollowing(true)}>
            {t('now')}
          </Button>
        </div>
      )}
    </div>
  );
}
